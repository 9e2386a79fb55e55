import { Address } from "@multiversx/sdk-core/out/core/address";
import { hkdf } from "@noble/hashes/hkdf";
import { sha256 } from "@noble/hashes/sha256";
import { type GameKey, gameKeyOf } from "../../signedPlay/ed25519";
import { type Bytes, concat, uint32 } from "../../signedPlay/message";

/** The place that a purse is for: the chain, the contract, and the page that stores the purse. */
export interface Place {
  chainId: string;
  /** The game contract's address. */
  contract: string;
  /** The site in the address bar: "https://chess.example". */
  site: string;
}

/** Names the derivation: another one would be another purse. */
const NAME = "onchain-chess:purse:1";
const SEED = 32;
const PUBLIC_KEY = 32;
/** The bytes before an Ed25519 secret in PKCS#8 (RFC 8410). */
const PKCS8 = Uint8Array.of(0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20);

/**
 * The fixed text that opens a purse, as the wallet shows it. All that makes one purse another stands in it, so that its
 * reader sees what the signature is for.
 */
export const purseText = ({ chainId, contract, site }: Place): string =>
  [
    "Open my chess purse.",
    "",
    `Sign this only if your browser's address bar shows ${site} now.`,
    "",
    "From this signature the page makes an account that plays, pays and is paid without asking you: your purse. " +
      "Another page that gets this signature could spend what is in the purse. It could not spend this wallet.",
    "",
    `Chain: ${chainId}`,
    `Contract: ${contract}`,
  ].join("\n");

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const addressBytes = (address: string): Uint8Array => Address.newFromBech32(address).getPublicKey();

/** The seed of a purse: HKDF-SHA256 of the signature's 64 bytes, with the chain's id and the contract's 32 bytes. */
export function seedOf(signature: Uint8Array, { chainId, contract }: Pick<Place, "chainId" | "contract">): Bytes {
  const info = concat(bytes(chainId), addressBytes(contract));
  return hkdf(sha256, signature, bytes(NAME), info, SEED).slice();
}

/** Two bits of the last byte, or one, where two would name a shard that the network's three don't have. */
export function shardOf(publicKey: Uint8Array): number {
  const last = publicKey[publicKey.length - 1] ?? 0;
  return (last & 3) > 2 ? last & 1 : last & 3;
}

const secretOf = (seed: Uint8Array, use: "account" | "game", count: number): Bytes =>
  hkdf(sha256, seed, bytes(NAME), concat(bytes(use), uint32(count)), SEED).slice();

/** The purse's account: the first of its seed's that lies in the contract's shard. */
export function accountOf(seed: Uint8Array, contract: string): GameKey {
  const shard = shardOf(addressBytes(contract));
  for (let count = 0; ; count++) {
    const key = gameKeyOf(secretOf(seed, "account", count));
    if (shardOf(key.publicKey) === shard) return key;
  }
}

/** The key of one game, by its number from 0. */
export const numberedKey = (seed: Uint8Array, count: number): GameKey => gameKeyOf(secretOf(seed, "game", count));

/** The public key of that, by the browser where it knows Ed25519: it is a hundred times as fast. */
export async function numberedPublicKey(seed: Uint8Array, count: number): Promise<Uint8Array> {
  const secret = secretOf(seed, "game", count);
  try {
    const key = await crypto.subtle.importKey("pkcs8", concat(PKCS8, secret), "Ed25519", true, ["sign"]);
    const { x = "" } = await crypto.subtle.exportKey("jwk", key);
    // "base64" takes URLs' alphabet, too; the page's Buffer knows no "base64url"
    const publicKey = Uint8Array.from(Buffer.from(x, "base64"));
    if (publicKey.length === PUBLIC_KEY) return publicKey;
  } catch {
    // it doesn't know Ed25519
  }
  return gameKeyOf(secret).publicKey;
}
