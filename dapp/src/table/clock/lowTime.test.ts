import { expect, test } from "vitest";
import { stopped } from "../../game/line/useShownTimers";
import { littleTime } from "./lowTime";

test("little time is a tenth of the clock's base, at least ten seconds, at most an hour", () => {
  expect([60, 300, 86_400, undefined].map(littleTime)).toEqual([10_000, 30_000, 3_600_000, 3_600_000]);
});

test("after the end a clock keeps the time that it showed", () => {
  expect(stopped({ until: 5_000 }, 3_000)).toEqual({ standing: 2_000 });
  expect(stopped({ until: 5_000 }, 9_000)).toEqual({ standing: 0 });
  expect(stopped({ standing: 700 }, 9_000)).toEqual({ standing: 700 });
  expect(stopped({ standing: 700, until: 1, isUnknown: true }, 9_000)).toEqual({ standing: 700 });
});
