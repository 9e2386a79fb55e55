import { expect, test } from "vitest";
import { lookEvery } from "./useRelay";

const clocks = (base: number) => ({ base, increment: 0, left: { white: 0, black: 0 }, waited: 0 });
const stake = { token: "EGLD-000000", amount: 1n };

test("beside a relay the chain is looked at in time: every 30 s where there is a stake and little time", () => {
  expect(lookEvery({ clocks: clocks(180), stake }, true)).toBe(30_000);
  expect(lookEvery({ clocks: clocks(900), stake }, true)).toBe(30_000);
  expect(lookEvery({ clocks: clocks(180), stake: undefined }, true)).toBe(153_000);
  expect(lookEvery({ clocks: clocks(3_600), stake }, true)).toBe(1_800_000);
  expect(lookEvery({ clocks: undefined, stake }, true)).toBe(1_800_000);
  // nobody else would tell
  expect(lookEvery({ clocks: undefined, stake: undefined }, false)).toBe(30_000);
});
