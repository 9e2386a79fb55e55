import { Address } from "@multiversx/sdk-core/out/core/address";
import type { Color } from "../chain/game";
import type { SignedGameId } from "./message";

/** The single game that messages belong to; the contract's address in bech32, the keys as the chain names them. */
export const signedGameId = (contract: string, id: number, keys: Record<Color, Uint8Array>): SignedGameId => ({
  contract: Uint8Array.from(Address.newFromBech32(contract).getPublicKey()),
  id,
  whiteKey: Uint8Array.from(keys.white),
  blackKey: Uint8Array.from(keys.black),
  round: 0,
  points: 0,
});
