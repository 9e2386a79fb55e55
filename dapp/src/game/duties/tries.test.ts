import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Tries } from "./Tries";

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test("what has succeeded, or is under way, isn't done again", async () => {
  const tries = new Tries();
  let end = (_: boolean) => {};
  const underWay = tries.try("answer 3", () => new Promise((resolve) => (end = resolve)));
  expect(tries.mayTry("answer 3", Date.now() + 3_600_000)).toBe(false);
  expect(tries.mayTry("answer 5", Date.now())).toBe(true);
  end(true);
  await underWay;
  expect(tries.mayTry("answer 3", Date.now() + 3_600_000)).toBe(false);
});

test("what fails is tried again with growing pauses, of a minute at most, until it succeeds", async () => {
  const tries = new Tries();
  const at: number[] = [];
  for (let second = 0; second < 3_600; second++, vi.advanceTimersByTime(1_000)) {
    if (!tries.mayTry("answer 3", Date.now())) continue;
    at.push(second);
    await tries.try("answer 3", async () => second >= 1_800);
  }
  expect(at.slice(0, 6)).toEqual([0, 20, 60, 120, 180, 240]);
  expect([at.at(-1), at.length]).toEqual([1_800, 2 + 1_800 / 60]);
});
