import { isSamePool, NEW, type PlayerRatings } from "./rating";

/**
 * A player's rating after a game, and by how many of the points that are shown it went up; none if it isn't known: not
 * yet, or no longer.
 */
export function changeBy({ ratings, course }: PlayerRatings, game: number) {
  const after = course.find((step) => step.game === game);
  if (!after) return undefined;
  const steps = course.filter((step) => isSamePool(step, after));
  // the relay tells of the newest games alone: by the number of all of a kind the first one is known to be that
  const told = steps.reduce((sum, { rounds }) => sum + rounds, 0);
  const isWhole = ratings.some((pool) => isSamePool(pool, after) && pool.games === told);
  const before = steps[steps.indexOf(after) - 1] ?? (isWhole ? NEW : undefined);
  return before && { rating: after, by: Math.round(after.rating) - Math.round(before.rating) };
}

/** "+8", "−12", "±0". */
export const changeText = (by: number): string => `${by > 0 ? "+" : by < 0 ? "−" : "±"}${Math.abs(by)}`;

/** The longest time to query for a rating change: a relay reads the chain once a minute, or sooner. */
const PATIENCE_MS = 180_000;
/** How soon it is asked for again at first; later seldomer. */
const FIRST_PAUSE_MS = 2_000;

/** In how many milliseconds to ask again what a game has made of a rating, `waited` after its end was shown. */
export const pauseAfter = (waited: number): number | false =>
  waited < PATIENCE_MS && Math.max(FIRST_PAUSE_MS, waited / 2);
