import { type Game, isOver, playerToMove } from "../chain/game";

/** Whether a game waits for this player. */
export function isYourTurn(game: Game, you: string | undefined): boolean {
  const toMove = playerToMove(game);
  return toMove !== undefined && game[toMove] === you;
}

/** A game that waits for the player comes first, then one that waits for others, then one that is over. */
const urgency = (game: Game, you: string): number => (isYourTurn(game, you) ? 0 : isOver(game) ? 2 : 1);

/** A player's games by what they are waiting for, the newest of each kind first. */
export const mostUrgentFirst = <Item extends { game: Game }>(items: readonly Item[], you: string): Item[] =>
  items.toSorted(({ game: a }, { game: b }) => urgency(a, you) - urgency(b, you) || b.id - a.id);
