import type { Color } from "../../chain/game";
import { moverOf } from "../../signedPlay/message";

/** The duration of each ply, in milliseconds; undefined if its beginning or end isn't known, as for the first one. */
export const plyDurations = (times: readonly (number | undefined)[]): (number | undefined)[] =>
  times.map((time, index) => {
    const before = times[index - 1];
    return time === undefined || before === undefined ? undefined : Math.max(0, time - before);
  });

/** A summary of a player's durations, in milliseconds; undefined if none is known. */
export function moveTimes(durations: readonly (number | undefined)[], color: Color) {
  const own = durations.filter((_, index) => moverOf(index + 1) === color).filter((time) => time !== undefined);
  if (own.length === 0) return undefined;
  const sum = own.reduce((one, other) => one + other);
  return { average: sum / own.length, shortest: Math.min(...own), longest: Math.max(...own) };
}
