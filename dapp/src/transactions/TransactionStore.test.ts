import { expect, test } from "vitest";
import { pauseAfter } from "./TransactionStore";

test("a transaction is asked for ever more seldom, and not in step with others", () => {
  const pauses = [1, 2, 3, 4, 5, 6, 50].map((questions) => Math.round(pauseAfter(questions, 0.5)));
  expect(pauses).toEqual([300, 420, 588, 823, 1_152, 1_500, 1_500]);
  expect([0, 1].map((random) => Math.round(pauseAfter(50, random)))).toEqual([1_350, 1_650]);
});
