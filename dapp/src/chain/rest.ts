import { Passing } from "./network/gateway";

/** How often the page asks: often while something happens, seldom while it lies there, and never in step with others. */

/** A tenth or so of the time that nothing has happened for: what comes late is late by a tenth. */
const SHARE = 0.12;
/** Of what nobody's time depends on: late by less than half, and by a minute at most. */
const SLOW_SHARE = 0.4;
const SLOW_MOST_MS = 55_000;
const JITTER = 0.1;
/** A hidden page asks no more often than this. */
const HIDDEN_MS = 15_000;

/** After an error the page asks again soon, … */
const FIRST_AGAIN_MS = 400;
/** … with pauses that grow by a share of the time for which there was no answer, … */
const AGAIN_SHARE = 0.25;
/** … at first to little more than a second, so that who waits for the chain can go on with it, … */
const MOST_AGAIN_MS = 1_100;
/** … and once it has lasted, to a quarter of a minute. */
const LONG_AGAIN_SHARE = 0.01;
const LONGEST_AGAIN_MS = 15_000;

/** When each question that nobody answers met its first error after an answer. */
const firstErrors = new WeakMap<Asked, number>();

let lastActivity = Date.now();

/** Somebody is using the page. */
const noteActivity = (): void => {
  lastActivity = Date.now();
};

export function watchActivity(): void {
  for (const name of ["pointerdown", "keydown", "hashchange", "visibilitychange"]) {
    addEventListener(name, noteActivity, { passive: true });
  }
}

/** The limits on how often the page may ask. */
const quieters = new Set<{ milliseconds: number }>();

/**
 * While a relay reports changes, the page asks no more often than this, in milliseconds, until the returned function
 * is called. Of several the shortest holds: with 0 nobody reports changes in one of the games.
 */
export function keepQuiet(milliseconds: number): () => void {
  const quieter = { milliseconds };
  quieters.add(quieter);
  return () => void quieters.delete(quieter);
}

const quietMs = (): number =>
  quieters.size === 0 ? 0 : Math.min(...[...quieters].map(({ milliseconds }) => milliseconds));

/**
 * Milliseconds until the next question.
 * @param restMs for how long nothing has happened
 */
export function pollInterval(restMs: number, least: number, most: number, random: number, share = SHARE): number {
  const interval = Math.min(most, Math.max(least, restMs * share));
  return Math.round(interval * (1 - JITTER + 2 * JITTER * random));
}

/**
 * Milliseconds until a question is asked again that met an error.
 * @param failingMs for how long it was not answered
 */
export function againAfter(failingMs: number): number {
  const soon = Math.min(MOST_AGAIN_MS, Math.max(FIRST_AGAIN_MS, failingMs * AGAIN_SHARE));
  return Math.max(soon, Math.min(LONGEST_AGAIN_MS, failingMs * LONG_AGAIN_SHARE));
}

/** When a question was last answered, in milliseconds, and whether the last answer was an error. */
interface Asked {
  state: { dataUpdatedAt: number; errorUpdatedAt: number; status: string };
}

/** The golden ratio's fraction: its multiples are spread evenly between 0 and 1. */
const SPREAD = 0.618033988749895;

/** For how long a question has met nothing but errors, from the first of them on. */
function failingMs(asked: Asked): number {
  const { dataUpdatedAt, errorUpdatedAt } = asked.state;
  const known = firstErrors.get(asked);
  const first = known === undefined || known < dataUpdatedAt ? errorUpdatedAt : known;
  firstErrors.set(asked, first);
  return errorUpdatedAt - first;
}

/**
 * The same from a question's last answer on, for a page that may be hidden; `changedAt` is when what is asked for
 * last changed. Until the next answer it is the same time: a timer that started again whenever the page is drawn would
 * never end.
 */
export function nextPoll(asked: Asked, least: number, most: number, changedAt = 0, share = SHARE): number {
  const { state } = asked;
  const isHidden = document.visibilityState === "hidden";
  // even if others report changes, this query has no answer
  if (state.status === "error") {
    const again = againAfter(failingMs(asked));
    return isHidden ? Math.max(HIDDEN_MS, again) : again;
  }
  const answeredAt = Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
  const rest = answeredAt - Math.max(lastActivity, changedAt);
  const own = pollInterval(rest, least, most, (answeredAt * SPREAD) % 1, share);
  const interval = Math.max(own, quietMs());
  return isHidden ? Math.max(HIDDEN_MS, interval) : interval;
}

/** The same of what is asked once, false as soon as it was answered: who asks for it sees nothing until then. */
export const nextTry = (asked: Asked & { state: { error: Error | null } }): number | false =>
  asked.state.status === "error" && asked.state.error instanceof Passing && nextPoll(asked, 0, 0);

/** The same of what nobody's time depends on: lists of games and challenges, the chain's own time. */
export const nextSlowPoll = (asked: Asked, least: number): number =>
  nextPoll(asked, least, SLOW_MOST_MS, 0, SLOW_SHARE);
