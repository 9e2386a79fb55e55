import type { GameKey } from "../ed25519";

/** Where game keys come from that nobody has to save. */
export interface KeySource {
  /** A key that no game has yet. */
  next(): Promise<GameKey>;
  /** The key pair of a public key, where it is one of these. */
  find(publicKey: Uint8Array): Promise<GameKey | undefined>;
}

let source: KeySource | undefined;

/** The open purse's keys; none without a purse. */
export const keySource = (): KeySource | undefined => source;

export const setKeySource = (next: KeySource | undefined): void => {
  source = next;
};
