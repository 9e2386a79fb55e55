import { localStore, tryToKeep } from "../browser/storage";
import type { Settling, TrackedTransaction } from "./TransactionStore";

const key = (contract: string, game: number): string => `chess.settled.${contract}.${game}`;

/** Keeps the hash of a transaction that has ended a game: the chain's views don't tell it. */
export function keepSettlement(contract: string, { stage, hash, settles }: TrackedTransaction, store = localStore) {
  // where it can't be kept the PGN doesn't name the transaction
  if (stage === "done" && hash && settles) tryToKeep(key(contract, settles.game), `${settles.plies} ${hash}`, store);
}

/** The transaction by which this browser has ended a game of this number of plies. */
export function settlement(contract: string, { game, plies }: Settling, store = localStore): string | undefined {
  const [count, hash] = store.getItem(key(contract, game))?.split(" ") ?? [];
  // an end that a longer game has undone is none
  return count === String(plies) ? hash : undefined;
}
