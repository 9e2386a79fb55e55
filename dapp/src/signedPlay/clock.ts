import type { Color, TimeControl } from "../chain/game";
import { moverOf, type SignedMessage } from "./message";
import { plyCount } from "./standing";

/**
 * The clocks that a page keeps off the chain: from each player's second move on, so that nobody loses time before
 * both are there. The rest when the running wait began, in milliseconds, and its start.
 */
export interface SignedClock {
  left: Record<Color, number>;
  /** When the player to move began to think; none where no clock runs yet. */
  since: number | undefined;
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
  const left: Record<Color, number> = { white: control.base * 1_000, black: control.base * 1_000 };
  for (let ply = 1; ply <= times.length; ply++) left[moverOf(ply)] += gain(control, times, ply);
  return { left, since: times.length >= 2 ? times.at(-1) : undefined };
}

/** When the time of the player to move runs out; none where no clock runs yet. */
export const runsOutAt = ({ left, since }: SignedClock, toMove: Color): number | undefined =>
  since === undefined ? undefined : since + left[toMove];

/**
 * From when on a player's time is over by the clock that is shown and by this page's own times, too; none if either
 * says nothing, as where this page doesn't know when the last ply came.
 */
export function surelyOver(
  control: TimeControl,
  shown: number | undefined,
  own: PlyTimes,
  turn: Color,
): number | undefined {
  const until = runsOutAt(signedClock(control, own), turn);
  return shown === undefined || until === undefined ? undefined : Math.max(shown, until);
}

/** A page resigns a moment after its player's time is over. */
const SLACK_MS = 1_000;

/**
 * Whether who resigned had no time left then: their page resigns for who runs out.
 * @param resignedAt by the clock that the plies' times are of
 */
export function isLossOnTime(control: TimeControl, times: PlyTimes, loser: Color, resignedAt: number): boolean {
  const until = loser === moverOf(times.length + 1) ? runsOutAt(signedClock(control, times), loser) : undefined;
  return until !== undefined && resignedAt >= until - SLACK_MS;
}

/**
 * The mover's clock after each ply, in milliseconds, as far as the times are known without a gap.
 */
export function clocksAfter(control: TimeControl, times: PlyTimes): number[] {
  const { left } = signedClock(control, []);
  const gap = times.indexOf(undefined);
  return times.slice(0, gap < 0 ? undefined : gap).map((_, index) => {
    const mover = moverOf(index + 1);
    left[mover] += gain(control, times, index + 1);
    return Math.max(0, left[mover]);
  });
}

/** What a ply changes about its mover's clock. */
function gain({ increment }: TimeControl, times: PlyTimes, ply: number): number {
  const [from, to] = [times[ply - 2], times[ply - 1]];
  const thought = ply > 2 && from !== undefined && to !== undefined ? to - from : 0;
  return increment * 1_000 - thought;
}
