import { createGameKey } from "./ed25519";
import { transcriptStore } from "./store";

/**
 * The public key of a new key pair for one game, kept in this browser before anybody hears of it.
 * @throws Error where the browser keeps nothing: whoever loses the key can't prove their own moves.
 */
export async function newGameKey(): Promise<Uint8Array> {
  const { publicKey, secret } = createGameKey();
  await (await transcriptStore()).putKey(publicKey, { secret, signed: new Uint8Array() });
  return publicKey;
}
