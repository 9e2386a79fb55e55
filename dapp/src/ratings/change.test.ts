import { expect, test } from "vitest";
import { changeBy, changeText, type PlayerRatings, type PoolRating, pauseAfter, type Step } from "./rating";

const blitz = { category: "blitz", engines: false } as const;
const pool = (games: number): PoolRating => ({ ...blitz, rating: 1_512.4, provisional: true, deviation: 200, games });
const step = (game: number, rating: number, changes: Partial<Step> = {}): Step => ({
  ...blitz,
  game,
  rating,
  rounds: 1,
  points: 2,
  provisional: true,
  millis: 0,
  opponent: "bob",
  ...changes,
});

const known = (games: number, ...course: Step[]): PlayerRatings => ({ ratings: [pool(games)], course });

test("a game's change is the difference from the game before it of the same kind, in shown points", () => {
  const rapid = { category: "rapid", rating: 1_900 } as const;
  const all = known(3, step(4, 1_503.6), step(5, 0, rapid), step(7, 1_512.4), step(9, 1_490.5, { provisional: false }));
  expect(changeBy(all, 7)).toMatchObject({ by: 8, rating: { rating: 1_512.4, provisional: true } });
  expect(changeBy(all, 9)).toMatchObject({ by: -21, rating: { provisional: false } });
});

test("the first game of a kind changes 1500; a match counts once, with its rounds", () => {
  expect(changeBy(known(1, step(4, 1_662.3)), 4)?.by).toBe(162);
  expect(changeBy(known(11, step(4, 1_700, { rounds: 10 }), step(6, 1_690)), 4)?.by).toBe(200);
});

test("an unknown change stays undefined: no game yet, or the game before it is no longer listed", () => {
  expect(changeBy({ ratings: [], course: [] }, 4)).toBeUndefined();
  expect(changeBy(known(1, step(4, 1_662)), 5)).toBeUndefined();
  expect(changeBy(known(1_200, step(4, 1_662), step(5, 1_670)), 4)).toBeUndefined();
  expect(changeBy(known(1_200, step(4, 1_662), step(5, 1_670)), 5)?.by).toBe(8);
});

test("changes have a sign", () => {
  expect([8, -12, 0].map(changeText)).toEqual(["+8", "−12", "±0"]);
});

test("the pauses between queries grow, and the queries end", () => {
  expect([0, 3_000, 60_000, 200_000].map(pauseAfter)).toEqual([2_000, 2_000, 30_000, false]);
});
