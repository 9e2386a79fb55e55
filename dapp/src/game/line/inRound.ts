import { type Color, isOver } from "../../chain/game";
import { EMPTY, type SignedGameId } from "../../signedPlay/message";
import type { GameSnapshot } from "./useGame";

/** The beginning of a match's round that the chain hasn't heard of, as the chain would show it. */
export function inRound(chain: GameSnapshot, { round, points }: Pick<SignedGameId, "round" | "points">): GameSnapshot {
  const { game, clocks, keys } = chain;
  if (!game.match || round <= game.match.round) return chain;
  const isSwapped = (round - game.match.round) % 2 === 1;
  const swap = <T>(pair: Record<Color, T>): Record<Color, T> =>
    isSwapped ? { white: pair.black, black: pair.white } : { white: pair.white, black: pair.black };
  const base = (clocks?.base ?? 0) * 1_000;
  return {
    ...chain,
    moves: EMPTY,
    plies: NO_PLIES,
    knownPlies: 0,
    legal: [],
    drawOffer: undefined,
    claims: { draw: false, illegalMove: false, inactivity: false },
    clocks: clocks && { ...clocks, left: { white: base, black: base }, waited: 0 },
    keys: keys && swap(keys),
    game: {
      ...game,
      ...swap(game),
      turn: "white",
      plies: 0,
      awaits: "move",
      endReason: "None",
      deadlineEpoch: 0,
      hasDeadline: false,
      match: { ...game.match, round, points },
    },
  };
}

/**
 * A match that is over, in the last round that was seen of it, where the chain was told of the result alone: the board
 * stays as it was. The winner is named by that round's colours.
 */
export function inLastRound(chain: GameSnapshot, seen: GameSnapshot | undefined): GameSnapshot {
  const { match, state, endReason } = chain.game;
  const round = seen?.game.match?.round;
  if (!seen || round === undefined || !match || !isOver(chain.game) || round < match.round) return chain;
  // who leaves after a round tells the chain its points, and none of its moves
  if (round === match.round && (endReason !== "Left" || seen.plies.length <= chain.plies.length)) return chain;
  const shown = inRound(chain, { round, points: match.points });
  const isSwapped = (round - match.round) % 2 === 1;
  return {
    ...shown,
    moves: seen.moves,
    plies: seen.plies,
    game: {
      ...shown.game,
      state: isSwapped && (state === "whiteWon" || state === "blackWon") ? OTHER_WON[state] : state,
      endReason,
      turn: seen.game.turn,
      plies: seen.game.plies,
    },
  };
}

const OTHER_WON = { whiteWon: "blackWon", blackWon: "whiteWon" } as const;
const NO_PLIES: GameSnapshot["plies"] = [];
