// Measures how busy the machine is, because time limits are for an idle one.
import { availableParallelism, loadavg } from "node:os";

const TICK_MS = 50;
/** Timers are late by this much even on an idle machine. */
const USUALLY_LATE_MS = 10;

/** The time for which this process has stood still since its start, in milliseconds. */
let stoodStill = 0;
let ticked = Date.now();
setInterval(() => {
  const now = Date.now();
  stoodStill += Math.max(0, now - ticked - TICK_MS - USUALLY_LATE_MS);
  ticked = now;
}, TICK_MS).unref();

/** The load on each processor, 1 at least. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * Starts a stopwatch. The returned function estimates the milliseconds that an idle machine would have taken: it leaves out
 * the time in which this process stood still, and divides the rest by the load.
 */
export function stopwatch(): () => number {
  const begin = { now: Date.now(), stoodStill, slowness: slowness() };
  return () => {
    const took = Date.now() - begin.now - (stoodStill - begin.stoodStill);
    return Math.round(took / Math.max(begin.slowness, slowness()));
  };
}
