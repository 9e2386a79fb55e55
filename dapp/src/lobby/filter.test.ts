import { expect, test } from "vitest";
import { EGLD } from "../chain/payment";
import { aChallenge } from "../chain/testGames";
import { EVERYTHING, type Filter, filterOf } from "./filter";

const live = aChallenge({ clock: { base: 300, increment: 3 }, stake: { token: EGLD, amount: 1n } });
const slow = aChallenge({ clock: { base: 86_400, increment: 0 } });
const free = aChallenge({ engines: true });

test("a filter takes what it names, by time, stake and programs", () => {
  const taken = (changes: Partial<Filter>) => [live, slow, free].map(filterOf({ ...EVERYTHING, ...changes }).takes);
  expect(taken({})).toEqual([true, true, true]);
  expect(taken({ time: "live" })).toEqual([true, false, false]);
  expect(taken({ time: "days" })).toEqual([false, true, true]);
  expect(taken({ stake: "some" })).toEqual([true, false, false]);
  expect(taken({ stake: "none" })).toEqual([false, true, true]);
  expect(taken({ engines: "on" })).toEqual([false, false, true]);
  expect(taken({ engines: "off" })).toEqual([true, true, false]);
});
