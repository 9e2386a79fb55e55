import { localStore } from "../../browser/storage";
import type { Game } from "../../chain/game";
import type { SignedEnd } from "../../signedPlay/standing";

/** Losses on time come to the chain as resignations: this browser keeps what they were. */

const key = (contract: string, id: number): string => `chess.onTime.${contract}.${id}`;

/** Keeps how a game has ended by signature, where that was by time. */
export function keepOnTime(contract: string, { id, plies }: Game, end: SignedEnd): void {
  try {
    if (end.reason === "TimeOver") localStore.setItem(key(contract, id), String(plies));
  } catch {
    // a full store: it is called a resignation
  }
}

/** The game with the reason that this browser knows. */
export function withKnownReason(contract: string, game: Game): Game {
  const isKnown = game.endReason === "Resignation" && localStore.getItem(key(contract, game.id)) === String(game.plies);
  return isKnown ? { ...game, endReason: "TimeOver" } : game;
}
