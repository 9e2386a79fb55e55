import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { localStore, sessionStore } from "../browser/storage";

/** Thrown where the player says no: they know it. */
export class SaidNo extends Error {}

/** A wallet that is connected, or its purse. */
export interface Wallet {
  address: string;
  /** Of a purse: the address of the wallet whose it is. A purse signs by itself. */
  home?: string;
  /** @throws if its owner refuses. */
  sign(transaction: Transaction): Promise<Transaction>;
  /**
   * The 64 bytes of the signature of a text; `isAgain` says that the wallet has just signed another one.
   * @throws if its owner refuses, or the wallet can't.
   */
  signText(text: string, isAgain: boolean): Promise<Uint8Array>;
  /** Tells it that nobody waits for its signature any more. */
  cancel(): void;
  disconnect(): Promise<void>;
}

/** On the local chain each tab has a player of its own. */
export const sessions = (): Storage => (__LOCAL_CHAIN__ ? sessionStore : localStore);
