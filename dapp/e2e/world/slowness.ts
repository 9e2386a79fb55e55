// How busy the machine is: limits of time are those of an idle one.
import { availableParallelism, loadavg } from "node:os";

const TICK_MS = 50;
/** Timers are late by this much on an idle machine, too. */
const USUALLY_LATE_MS = 10;

/** For how long this process has stood still, in milliseconds, since it was started. */
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
 * Begins to measure a time; what it returns gives the milliseconds that an idle machine would have taken until then:
 * without those for which all stood still, and the fewer the more there was to do.
 */
export function stopwatch(): () => number {
  const begin = { now: Date.now(), stoodStill, slowness: slowness() };
  return () => {
    const took = Date.now() - begin.now - (stoodStill - begin.stoodStill);
    return Math.round(took / Math.max(begin.slowness, slowness()));
  };
}
