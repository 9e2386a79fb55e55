import { useRef } from "react";
import type { Timer } from "../../table/clock/timer";
import type { GameSnapshot } from "./useGame";
import type { Timers } from "./useTimers";

/** A clock that has stopped, at what it shows at a moment. */
export const stopped = ({ until, standing, isUnknown }: Timer, now: number): Timer => ({
  standing: until === undefined || isUnknown ? standing : Math.max(0, until - now),
});

/**
 * The clocks after the end. If the pages keep them, a player who hasn't moved has the time that the game began with:
 * the time for an answer on the chain is another one.
 * @param plies the number of plies made
 */
export function stoppedClocks(
  { white, black }: Timers["players"],
  { clocks, keys }: Pick<GameSnapshot, "clocks" | "keys">,
  plies: number,
  now: number,
): Timers["players"] {
  const begin = clocks && keys && { standing: clocks.base * 1_000 };
  return {
    white: (plies < 1 && begin) || stopped(white, now),
    black: (plies < 2 && begin) || stopped(black, now),
  };
}

/**
 * The players' clocks; after the end they show the time at that moment. The chain has them for a game of moves on the
 * chain. In play by signature it keeps none, and anyone who comes later sees none.
 */
export function useShownTimers(
  snapshot: GameSnapshot,
  timers: Timers,
  hasEnded: boolean,
): Timers["players"] | undefined {
  const { game, clocks, keys } = snapshot;
  const seen = useRef<{ players: Timers["players"]; plies: number }>(undefined);
  const isOngoing = game.state === "ongoing";
  const isLive = isOngoing && game.awaits !== "longerGame" && !hasEnded;
  // after a move that has ended the game nobody's time runs: it is known what was left
  const isEndedByMove = isOngoing && hasEnded && seen.current?.plies !== game.plies;
  if (isLive || isEndedByMove) seen.current = { players: timers.players, plies: game.plies };
  if (isLive) return timers.players;
  if (seen.current) {
    const { players, plies } = seen.current;
    // as they stand at the first look after the end
    seen.current = { players: stoppedClocks(players, snapshot, plies, Date.now()), plies };
    return clocks ? seen.current.players : undefined;
  }
  if (hasEnded) return timers.players;
  if (!clocks || keys) return undefined;
  return { white: { standing: clocks.left.white }, black: { standing: clocks.left.black } };
}
