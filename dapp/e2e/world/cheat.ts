// A player who submits to the chain a state that the opponent's page doesn't expect.
import { Address } from "@multiversx/sdk-core";
import type { Page } from "playwright-core";
import { gameKeyOf, sign } from "../../src/signedPlay/ed25519";
import { fromHex } from "../../src/signedPlay/hex";
import { readKey } from "../../src/signedPlay/keys/keyFile";
import { type Action, concat, messageBytes, playArgument } from "../../src/signedPlay/message";
import { transcriptOf } from "./signedTable";
import type { World } from "./world";

const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();

/** Submits the game that White's page shows now, signed by White; with another last move if one is named. */
export async function cheatOf(world: World, white: Page, id: number) {
  const signed = white.getByTestId("signed");
  const file = JSON.parse(await transcriptOf(signed));
  const key = (await signed.locator('a[download$=".toml"]').getAttribute("href")) ?? "";
  const secret = readKey(decodeURIComponent(key.slice(key.indexOf(",") + 1)))?.secret ?? new Uint8Array();
  const contract = Uint8Array.from(Address.newFromBech32(file.contract).getPublicKey());
  const [whiteKey, blackKey] = [bytes(file.whiteKey), bytes(file.blackKey)];
  const game = { contract, id, whiteKey, blackKey, round: 0, points: 0 };
  const proof = file.messages.find(({ signer }: { signer: string }) => signer === "black").argument;
  return async (name: string, action: Action, last?: string): Promise<void> => {
    const moves = last ? concat(bytes(file.moves).subarray(0, -2), bytes(last)) : bytes(file.moves);
    const signature = sign(messageBytes(game, action, moves), gameKeyOf(secret));
    const argument = playArgument({ signer: "white", action, moves, signature });
    const all = [moves, argument, bytes(proof)].map((part) => Buffer.from(part));
    await world.chain.call(world.chain.player(name), "play", [id, 0, 0, ...all]);
  };
}
