import type { TimeControl } from "../chain/game";
import { t } from "../i18n/i18n";

/** How fast a game is: lichess's categories by the seconds that a player has for 40 moves. */
type Category = "bullet" | "blitz" | "rapid" | "classical" | "correspondence";

/** Games that are rated together; games that allow programs are rated apart from the others. */
export interface Pool {
  category: Category;
  engines: boolean;
}

/** A Glicko-2 rating; provisional while it is based on too few games. */
export interface Rating {
  rating: number;
  provisional: boolean;
}

/** A player's rating in a pool. */
export interface PoolRating extends Pool, Rating {
  deviation: number;
  games: number;
}

/** A player's rating after a game. */
export interface Step extends Pool, Rating {
  game: number;
  /** How many rounds of it counted. */
  rounds: number;
  /** The player's points in them: a win counts 2, a draw 1. */
  points: number;
  millis: number;
  opponent: string;
}

/** A player's ratings as a relay returns them (docs/relay.md). */
export interface PlayerRatings {
  ratings: PoolRating[];
  course: Step[];
}

/** The rating before the first game. */
const NEW: Rating = { rating: 1_500, provisional: true };

/** The estimated number of moves in a game. */
const MOVES = 40;

export function categoryOf(clock: TimeControl | undefined): Category {
  if (!clock) return "correspondence";
  const seconds = clock.base + MOVES * clock.increment;
  if (seconds < 180) return "bullet";
  if (seconds < 480) return "blitz";
  return seconds < 1_500 ? "rapid" : "classical";
}

/** The games that one with this clock is rated with. */
export const poolOf = (clock: TimeControl | undefined, engines: boolean | undefined): Pool => ({
  category: categoryOf(clock),
  engines: engines ?? false,
});

export const isSamePool = (one: Pool, other: Pool): boolean =>
  one.category === other.category && one.engines === other.engines;

/** A player's rating in a pool, even before the first game in it. */
export const ratingIn = ({ ratings }: PlayerRatings, pool: Pool): Rating =>
  ratings.find((rating) => isSamePool(rating, pool)) ?? NEW;

/** "1662", or "1662?" while it is provisional. */
export const ratingText = ({ rating, provisional }: Rating): string => `${Math.round(rating)}${provisional ? "?" : ""}`;

/** A name that distinguishes a pool from the others. */
export const poolName = ({ category, engines }: Pool): string => `${category} ${engines}`;

/** "blitz", "blitz with programs". */
export function poolText({ category, engines }: Pool): string {
  // a category is its own text
  const name = t(category);
  return engines ? t("{category} with programs", { category: name }) : name;
}

/**
 * A player's rating after a game, and by how many shown points it rose; undefined if it isn't known yet or is no longer
 * listed.
 */
export function changeBy({ ratings, course }: PlayerRatings, game: number) {
  const after = course.find((step) => step.game === game);
  if (!after) return undefined;
  const steps = course.filter((step) => isSamePool(step, after));
  // the relay lists only the newest games: the first of them is the player's first if the list has as many as the pool
  const told = steps.reduce((sum, { rounds }) => sum + rounds, 0);
  const isWhole = ratings.some((pool) => isSamePool(pool, after) && pool.games === told);
  const before = steps[steps.indexOf(after) - 1] ?? (isWhole ? NEW : undefined);
  return before && { rating: after, by: Math.round(after.rating) - Math.round(before.rating) };
}

/** "+8", "−12", "±0". */
export const changeText = (by: number): string => `${by > 0 ? "+" : by < 0 ? "−" : "±"}${Math.abs(by)}`;

/** The longest time to query for a rating change: a relay reads the chain once a minute, or sooner. */
const PATIENCE_MS = 180_000;
/** The first pause between queries; later ones are longer. */
const FIRST_PAUSE_MS = 2_000;

/** The pause before the next query of a game's rating change, in milliseconds, `waited` after its end was shown; false for none. */
export const pauseAfter = (waited: number): number | false =>
  waited < PATIENCE_MS && Math.max(FIRST_PAUSE_MS, waited / 2);
