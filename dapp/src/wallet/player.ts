import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { localStore, sessionStore } from "../browser/storage";

/** Thrown if the player refuses; the page then needn't report it. */
export class SaidNo extends Error {}

/** A wallet that is connected, or its purse. */
export interface Wallet {
  address: string;
  /** A purse's wallet, by its address. A purse signs without a window. */
  home?: string;
  /** @throws if its owner refuses. */
  sign(transaction: Transaction): Promise<Transaction>;
  /**
   * The 64 bytes of the signature of a text; `isAgain` says that the wallet has just signed another one.
   * @throws if its owner refuses, or the wallet can't.
   */
  signText(text: string, isAgain: boolean): Promise<Uint8Array>;
  /** Tells the wallet that its signature is no longer needed. */
  cancel(): void;
  disconnect(): Promise<void>;
}

/** The store of the connected wallet; on the local chain each tab has its own player. */
export const sessions = (): Storage => (__LOCAL_CHAIN__ ? sessionStore : localStore);
