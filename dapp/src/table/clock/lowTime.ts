import { useEffect, useRef } from "react";
import { play } from "../../browser/sound";
import type { Timer } from "./timer";

/** Little time is a tenth of the player's time at the beginning, but at least this, and at most an hour. */
const LITTLE_MS = 10_000;
const LITTLE_SHARE = 0.1;
const LITTLE_OF_DAYS_MS = 3_600_000;

/** The remaining time below which a clock shows tenths of a second. */
export const TENTHS_MS = 10_000;

/**
 * The remaining time that counts as little, in milliseconds.
 * @param base the time at the beginning, in seconds; undefined in a game without a clock
 */
export const littleTime = (base: number | undefined): number =>
  base === undefined
    ? LITTLE_OF_DAYS_MS
    : Math.min(LITTLE_OF_DAYS_MS, Math.max(LITTLE_MS, base * 1_000 * LITTLE_SHARE));

/** Warns a player once in a game when their own time gets short. */
export function useLowTimeSound(timer: Timer | undefined, base: number | undefined): void {
  const until = base === undefined ? undefined : timer?.until;
  const isWarned = useRef(false);
  useEffect(() => {
    if (until === undefined || isWarned.current) return;
    const wait = setTimeout(
      () => {
        isWarned.current = true;
        play("low");
      },
      Math.max(0, until - littleTime(base) - Date.now()),
    );
    return () => clearTimeout(wait);
  }, [until, base]);
}
