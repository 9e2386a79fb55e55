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

test("what has failed is tried again after a while, and not for ever", async () => {
  const tries = new Tries();
  let count = 0;
  for (let second = 0; second < 180; second++, vi.advanceTimersByTime(1_000)) {
    if (!tries.mayTry("answer 3", Date.now())) continue;
    count++;
    await tries.try("answer 3", async () => false);
  }
  expect(count).toBe(4);
});
