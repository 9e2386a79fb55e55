import { localStore, tryToKeep } from "../browser/storage";
import type { Game } from "./game";

/**
 * Losses on time come to the chain as resignations, and a match that was aborted in its first round as one that both
 * have left. This browser stores what they were: it has seen the end, or a relay has told it.
 */

const key = (contract: string, id: number): string => `chess.onTime.${contract}.${id}`;

/** Keeps how a game has ended by signature, where the chain won't tell. */
export function keepReason(contract: string, { id, plies, endReason }: Game): void {
  const kept = endReason === "TimeOver" ? `${plies}` : endReason === "CalledOff" && endReason;
  // where it can't be kept the chain's reason is told
  if (kept) tryToKeep(key(contract, id), kept);
}

/** The game with the reason that this browser knows. */
export function withKnownReason(contract: string, game: Game): Game {
  const { id, plies, endReason, match } = game;
  const kept = localStore.getItem(key(contract, id));
  if (endReason === "Resignation" && kept === `${plies}`) return { ...game, endReason: "TimeOver" };
  // they could have gone on all the same
  return match?.played === 1 && kept === "CalledOff" ? { ...game, state: "noResult", endReason: kept } : game;
}
