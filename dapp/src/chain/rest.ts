/** How often the page asks: often while something happens, seldom while it lies there, and never in step with others. */

/** A tenth or so of the time that nothing has happened for: what comes late is late by a tenth. */
const SHARE = 0.12;
const JITTER = 0.1;
/** A hidden page asks no more often than this. */
const HIDDEN_MS = 15_000;

let lastActivity = Date.now();

/** Somebody is using the page. */
export const noteActivity = (): void => {
  lastActivity = Date.now();
};

export function watchActivity(): void {
  for (const name of ["pointerdown", "keydown", "hashchange", "visibilitychange"]) {
    addEventListener(name, noteActivity, { passive: true });
  }
}

let quietMs = 0;

/**
 * While a relay tells what happens, the page asks no more often than this, in milliseconds; 0 ends it.
 */
export const keepQuiet = (milliseconds: number): void => {
  quietMs = milliseconds;
};

/**
 * Milliseconds until the next question.
 * @param restMs for how long nothing has happened
 */
export function pollInterval(restMs: number, least: number, most: number, random = Math.random()): number {
  const interval = Math.min(most, Math.max(least, restMs * SHARE));
  return Math.round(interval * (1 - JITTER + 2 * JITTER * random));
}

/** The same from now, for a page that may be hidden; `changedAt` is when what is asked for last changed. */
export function nextPoll(least: number, most: number, changedAt = 0): number {
  const own = pollInterval(Date.now() - Math.max(lastActivity, changedAt), least, most);
  const interval = Math.max(own, quietMs);
  return document.visibilityState === "hidden" ? Math.max(HIDDEN_MS, interval) : interval;
}
