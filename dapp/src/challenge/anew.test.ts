import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EGLD } from "../chain/payment";
import { type Anew, anewOf, pairAnew, takeAnew } from "./anew";

const blitz = { base: 180, increment: 2 };
const stake = { token: EGLD, amount: 5n };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", { hash: "#/game/17" });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a game can be played again if quick pairing has its time: in EGLD or without a stake, without programs", () => {
  expect(anewOf(blitz, stake, false)).toMatchObject({ tile: { name: "3+2" }, stake });
  expect(anewOf(undefined, undefined, undefined)).toMatchObject({ tile: { name: "1d" }, stake: undefined });
  expect(anewOf({ base: 180, increment: 0 }, undefined, false)).toBeUndefined();
  expect(anewOf(blitz, { token: "OTHER-123456", amount: 5n }, false)).toBeUndefined();
  expect(anewOf(blitz, undefined, true)).toBeUndefined();
});

test("the lobby gets it once, and only from a press just now", () => {
  const anew = anewOf(blitz, stake, false) as Anew;
  expect(takeAnew()).toBeUndefined();
  pairAnew(anew);
  expect(location.hash).toBe("#/");
  expect(takeAnew()).toMatchObject(anew);
  expect(takeAnew()).toBeUndefined();
  pairAnew(anew);
  vi.advanceTimersByTime(10_000);
  expect(takeAnew()).toBeUndefined();
});
