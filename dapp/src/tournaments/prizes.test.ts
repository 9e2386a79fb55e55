import { expect, test } from "vitest";
import type { Standings } from "./contract";
import { prizesOf } from "./prizes";

const standings = (phase: "Entering" | "Ended", points: number[], prizes: number[]) =>
  ({
    tournament: { phase, pot: { token: "EGLD", amount: 1_000n }, terms: { prizes } },
    entrants: points.map((points, seed) => ({ player: `player ${seed}`, points })),
  }) as unknown as Standings;

test("before the end each place has its prize", () => {
  expect(prizesOf(standings("Entering", [0], [6_000, 3_000, 1_000]))).toEqual([
    { place: 1, amount: 600n },
    { place: 2, amount: 300n },
    { place: 3, amount: 100n },
  ]);
});

test("after it players with equal points share, and places without a player leave theirs to the others", () => {
  expect(prizesOf(standings("Ended", [2, 3, 3], [6_000, 3_000, 1_000]))).toEqual([
    { place: 1, amount: 450n, player: "player 1" },
    { place: 1, amount: 450n, player: "player 2" },
    { place: 3, amount: 100n, player: "player 0" },
  ]);
  expect(prizesOf(standings("Ended", [4, 2, 2, 0], [7_000, 3_000])).map(({ amount }) => amount)).toEqual([
    700n,
    150n,
    150n,
  ]);
  expect(
    prizesOf(standings("Ended", [2, 0, 0], [5_000, 2_000, 1_000, 1_000, 1_000])).map(({ amount }) => amount),
  ).toEqual([625n, 187n, 187n]);
});
