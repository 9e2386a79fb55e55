import { expect, test } from "vitest";
import { isAheadOf } from "./ahead";

const resignation = { reason: "Resignation", winner: "white", isFinal: true } as const;
const mate = { reason: "Checkmate", winner: "white", isFinal: false } as const;
const nothing = { isLonger: false, end: undefined, isEndOnBoard: false, isOpenEnd: false, isLastRound: true };

test("the chain is told what it lacks", () => {
  expect(isAheadOf(nothing)).toBe(false);
  expect(isAheadOf({ ...nothing, isLonger: true })).toBe(true);
  expect(isAheadOf({ ...nothing, end: resignation })).toBe(true);
  expect(isAheadOf({ ...nothing, end: mate, isEndOnBoard: true })).toBe(false);
  expect(isAheadOf({ ...nothing, end: { ...mate, isFinal: true }, isEndOnBoard: true, isOpenEnd: true })).toBe(true);
});

test("an end that is open before a match's last round is open however often it is resigned or acknowledged", () => {
  expect(isAheadOf({ ...nothing, end: resignation, isOpenEnd: true, isLastRound: false })).toBe(false);
  expect(isAheadOf({ ...nothing, end: resignation, isLastRound: false })).toBe(true);
});
