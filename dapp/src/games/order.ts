import { type Game, isOver, playerToMove } from "../chain/game";

/** Whether a game waits for this player. */
export function isYourTurn(game: Game, you: string | undefined): boolean {
  const toMove = playerToMove(game);
  return toMove !== undefined && game[toMove] === you;
}

/** The order of a player's games: first those that wait for the player, then those that wait for others, then finished ones. */
const urgency = (game: Game, you: string): number => (isYourTurn(game, you) ? 0 : isOver(game) ? 2 : 1);

/** A player's games in that order, the newest of each kind first. */
export const mostUrgentFirst = <Item extends { game: Game }>(items: readonly Item[], you: string): Item[] =>
  items.toSorted(({ game: a }, { game: b }) => urgency(a, you) - urgency(b, you) || b.id - a.id);
