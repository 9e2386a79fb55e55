import type { Color, TimeControl } from "../chain/game";
import { moverOf, plyEnds, type SignedMessage } from "./message";

/**
 * The clocks that a page keeps off the chain, by its own time: from each player's second move on, so that nobody
 * loses time before both are there. What is left when the running wait began, in milliseconds, and since when.
 */
export interface SignedClock {
  left: Record<Color, number>;
  /** When the player to move began to think; none where no clock runs yet. */
  since: number | undefined;
}

export function signedClock(control: TimeControl, messages: readonly SignedMessage[]): SignedClock {
  const times: (number | undefined)[] = [];
  for (const { action, moves, at } of messages) {
    const ply = plyEnds(moves)?.length ?? 0;
    if (action === "move" && ply > 0) times[ply - 1] ??= at;
  }
  const left: Record<Color, number> = { white: control.base * 1_000, black: control.base * 1_000 };
  for (let ply = 1; ply <= times.length; ply++) {
    const [from, to] = [times[ply - 2], times[ply - 1]];
    if (ply > 2 && from !== undefined && to !== undefined) left[moverOf(ply)] -= to - from;
    left[moverOf(ply)] += control.increment * 1_000;
  }
  return { left, since: times.length >= 2 ? times.at(-1) : undefined };
}
