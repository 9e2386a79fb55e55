import { useRef } from "react";
import type { Color } from "../../chain/game";
import type { Timer } from "../../table/clock/timer";
import type { GameSnapshot } from "./useGame";
import type { Timers } from "./useTimers";

/** A clock that has stopped, at what it shows at a moment. */
export const stopped = ({ until, standing, isUnknown }: Timer, now: number): Timer => ({
  standing: until === undefined || isUnknown ? standing : Math.max(0, until - now),
});

/**
 * The players' clocks, which stand after the end as they stood then. The chain has them for a game of moves on the chain;
 * in play by signature it keeps none, and who comes later sees none.
 */
export function useShownTimers({ game, clocks, keys }: GameSnapshot, timers: Timers): Timers["players"] | undefined {
  const seen = useRef<Timers["players"]>(undefined);
  const isLive = game.state === "ongoing" && game.awaits !== "longerGame";
  if (isLive) {
    seen.current = timers.players;
    return timers.players;
  }
  if (seen.current) {
    const now = Date.now();
    const at = (color: Color) => stopped(seen.current?.[color] ?? {}, now);
    // as they stand at the first look after the end
    seen.current = { white: at("white"), black: at("black") };
    return clocks ? seen.current : undefined;
  }
  if (game.state === "ongoing") return timers.players;
  if (!clocks || keys) return undefined;
  return { white: { standing: clocks.left.white }, black: { standing: clocks.left.black } };
}
