import { expect, test } from "vitest";
import { moveTimes, plyDurations } from "./moveTimes";

test("each move's time counts from the ply before it; unknown times count for nobody", () => {
  const durations = plyDurations([1_000, 3_000, 3_500, undefined, 9_000, 9_000]);
  expect(durations).toEqual([undefined, 2_000, 500, undefined, undefined, 0]);
  expect(moveTimes(durations, "white")).toEqual({ average: 500, shortest: 500, longest: 500 });
  expect(moveTimes(durations, "black")).toEqual({ average: 1_000, shortest: 0, longest: 2_000 });
  expect(moveTimes(plyDurations([5]), "white")).toBeUndefined();
});
