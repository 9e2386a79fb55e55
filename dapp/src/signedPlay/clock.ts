import type { Color, TimeControl } from "../chain/game";
import { playClocks } from "../chess/rules";
import { moverOf, type SignedMessage } from "./message";
import { plyCount } from "./standing";

/** The clocks that a page keeps off the chain: the rest when the running wait began, in milliseconds. */
export interface SignedClock {
  left: Record<Color, number>;
  /** When the time of the player to move runs out; none where no clock runs yet. */
  until: number | undefined;
}

/** When each ply was signed or came, by this machine's clock, in milliseconds. */
export type PlyTimes = readonly (number | undefined)[];

/**
 * The times of a game's plies: those of the relay where it has them, so that both pages count alike, else when this
 * page signed or heard them.
 */
export function plyTimes(
  messages: readonly SignedMessage[],
  plies: number,
  arrivedAt: (ply: number) => number | undefined = () => undefined,
): PlyTimes {
  const times: (number | undefined)[] = Array.from({ length: plies }, (_, index) => arrivedAt(index + 1));
  for (const { action, moves, at } of messages) {
    const ply = plyCount(moves);
    if (action === "move" && ply > 0) times[ply - 1] ??= at;
  }
  return times;
}

export function signedClock(control: TimeControl, times: PlyTimes): SignedClock {
  const { after, until } = playClocks(control, times);
  const left = (color: Color) => after.findLast((_, index) => moverOf(index + 1) === color) ?? control.base * 1_000;
  return { left: { white: left("white"), black: left("black") }, until };
}

/**
 * From when on the time of the player to move is over by the clock that is shown and by this page's own times, too; none if
 * either says nothing, as where this page doesn't know when the last ply came.
 */
export function surelyOver(control: TimeControl, shown: number | undefined, own: PlyTimes): number | undefined {
  const { until } = playClocks(control, own);
  return shown === undefined || until === undefined ? undefined : Math.max(shown, until);
}

/**
 * The mover's clock after each ply, in milliseconds, as far as the times are known without a gap.
 */
export function clocksAfter(control: TimeControl, times: PlyTimes): number[] {
  const gap = times.indexOf(undefined);
  return playClocks(control, times.slice(0, gap < 0 ? undefined : gap)).after.map((left) => Math.max(0, left));
}
