import nacl from "tweetnacl";
import { toHex } from "./hex";
import { type Bytes, concat, SIGNATURE } from "./message";

/**
 * Ed25519 as the chain checks it: Go's crypto/ed25519, without cofactor, S below the group's order. Other
 * libraries take signatures that the chain refuses, and who replies to one of those has no proof in hand.
 */

const KEY = 32;

/** The order of the group, 2^252 + 27742317777372353535851937790883648493, little-endian. */
const ORDER = Uint8Array.from([
  0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0x10,
]);

/** A key pair of one player for one game. */
export interface GameKey {
  /** 32 bytes, from which everything else follows. Anyone who has it can play this one game. */
  secret: Bytes;
  publicKey: Bytes;
}

/** A key made at random, for one game alone. */
export function createGameKey(): GameKey {
  return gameKeyOf(crypto.getRandomValues(new Uint8Array(KEY)));
}

/** The key of a secret that was kept. */
export function gameKeyOf(secret: Uint8Array): GameKey {
  const { publicKey } = nacl.sign.keyPair.fromSeed(secret);
  return { secret: secret.slice(), publicKey: publicKey.slice() };
}

/** Signs as RFC 8032 says: the same message always has the same signature. */
export function sign(message: Uint8Array, key: GameKey): Bytes {
  return nacl.sign.detached(message, concat(key.secret, key.publicKey)).slice();
}

/** Whether a signature holds, by tweetnacl and the check that it leaves out. */
export function verifyByTweetnacl(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== SIGNATURE || publicKey.length !== KEY) return false;
  return isBelowOrder(signature.subarray(KEY)) && nacl.sign.detached.verify(message, signature, publicKey);
}

/** Whether S of a signature is below the group's order: S + L would be a second signature that anyone can make. */
function isBelowOrder(scalar: Uint8Array): boolean {
  for (let index = KEY - 1; index >= 0; index--) {
    const [own, limit] = [scalar[index] ?? 0, ORDER[index] ?? 0];
    if (own !== limit) return own < limit;
  }
  return false;
}

/** The keys that the browser has read, by their bytes: a game's messages are all signed with the same two. */
const browserKeys = new Map<string, Promise<CryptoKey>>();
const MOST_KEYS = 16;

function browserKey(publicKey: Uint8Array): Promise<CryptoKey> {
  const name = toHex(publicKey);
  let key = browserKeys.get(name);
  if (!key) {
    if (browserKeys.size >= MOST_KEYS) browserKeys.clear();
    key = crypto.subtle.importKey("raw", publicKey.slice(), "Ed25519", false, ["verify"]);
    browserKeys.set(name, key);
  }
  return key;
}

/** Whether a signature holds, by the browser; none where it knows no Ed25519. */
export async function verifyByWebCrypto(
  message: Uint8Array,
  signature: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean | undefined> {
  if (signature.length !== SIGNATURE || publicKey.length !== KEY) return false;
  let key: CryptoKey;
  try {
    key = await browserKey(publicKey);
  } catch (error) {
    // a point that isn't one is refused by some already here
    const isUnknown = (error as Error).name === "NotSupportedError" || crypto.subtle === undefined;
    return isUnknown ? undefined : false;
  }
  return crypto.subtle.verify("Ed25519", key, signature.slice(), message.slice());
}

/**
 * Whether a signature holds as the chain checks it. Where the browser knows Ed25519 it has to say so, too: not
 * every browser's way of checking has been held against the chain's.
 */
export async function verify(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): Promise<boolean> {
  // the browser does its part beside this one
  const byBrowser = verifyByWebCrypto(message, signature, publicKey);
  const holds = verifyByTweetnacl(message, signature, publicKey);
  return ((await byBrowser) ?? true) && holds;
}
