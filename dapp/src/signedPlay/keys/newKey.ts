import { createGameKey } from "../ed25519";
import type { KeptKey } from "../transcripts";
import { keySource } from "./keySource";
import { transcriptStore } from "./store";

/**
 * The public key of a new key pair for one game, kept in this browser before anyone hears of it. It
 * is the purse's next one, or one made at random.
 * @throws Error where the browser keeps nothing: whoever loses the key can't prove their own moves.
 */
export async function newGameKey(): Promise<Uint8Array> {
  const store = await transcriptStore();
  const { publicKey, secret } = (await keySource()?.next()) ?? createGameKey();
  await store.putKey(publicKey, { secret, signed: new Uint8Array() });
  return publicKey;
}

/** The secret of a key that the chain names: as this browser keeps it, or as it follows from the purse. */
export async function keptKey(publicKey: Uint8Array): Promise<KeptKey | undefined> {
  const store = await transcriptStore();
  const kept = await store.getKey(publicKey);
  if (kept) return kept;
  const found = await keySource()?.find(publicKey);
  if (!found) return undefined;
  const key = { secret: found.secret, signed: new Uint8Array(), isFound: true };
  await store.putKey(publicKey, key);
  return key;
}
