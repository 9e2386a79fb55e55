import { expect, test } from "vitest";
import { isAheadOf } from "./ahead";

const resignation = { reason: "Resignation", winner: "white", isFinal: true } as const;
const mate = { reason: "Checkmate", winner: "white", isFinal: false } as const;
const nothing = {
  more: 0,
  goesOn: true,
  end: undefined,
  isWon: false,
  isEndOnBoard: false,
  openEnd: undefined,
  isLastRound: true,
};

test("the chain is told what it lacks", () => {
  expect(isAheadOf(nothing)).toBe(false);
  expect(isAheadOf({ ...nothing, more: 1 })).toBe(true);
  expect(isAheadOf({ ...nothing, end: resignation })).toBe(true);
  expect(isAheadOf({ ...nothing, end: mate, isEndOnBoard: true })).toBe(false);
});

test("what was said over another game than the chain's says nothing there", () => {
  expect(isAheadOf({ ...nothing, more: -1, goesOn: false, end: resignation })).toBe(false);
  expect(isAheadOf({ ...nothing, goesOn: false, end: resignation })).toBe(false);
  expect(isAheadOf({ ...nothing, more: 1, goesOn: false })).toBe(true);
});

test("an open end is undone by as many plies as the contract asks for", () => {
  expect([0, 1].map((more) => isAheadOf({ ...nothing, more, openEnd: "Checkmate" }))).toEqual([false, true]);
  expect([1, 2].map((more) => isAheadOf({ ...nothing, more, openEnd: "Agreement" }))).toEqual([false, true]);
  expect(isAheadOf({ ...nothing, more: 2, openEnd: "Resignation", isLastRound: false })).toBe(false);
});

test("before a match's last round an end stays open however often it is resigned or acknowledged", () => {
  const acknowledged = { ...nothing, end: { ...mate, isFinal: true }, isWon: true, isEndOnBoard: true };
  expect(isAheadOf({ ...acknowledged, openEnd: "Checkmate" })).toBe(true);
  expect(isAheadOf({ ...acknowledged, openEnd: "Checkmate", isLastRound: false })).toBe(false);
  const resigned = { ...nothing, end: resignation, isLastRound: false };
  for (const isWon of [true, false]) expect(isAheadOf({ ...resigned, isWon, openEnd: "Resignation" })).toBe(false);
  expect(isAheadOf({ ...nothing, end: resignation, isLastRound: false })).toBe(true);
});

test("a resignation is more than an open draw, which its winner tells the chain before a match's last round, too", () => {
  const resigned = { ...nothing, end: resignation, isLastRound: false };
  for (const openEnd of ["Agreement", "ThreefoldRepetition"]) {
    expect(isAheadOf({ ...resigned, isWon: true, openEnd })).toBe(true);
    expect(isAheadOf({ ...resigned, isWon: false, openEnd })).toBe(false);
    // it was said over other moves
    expect(isAheadOf({ ...resigned, isWon: true, goesOn: false, openEnd })).toBe(false);
    expect(isAheadOf({ ...nothing, isWon: true, openEnd, isLastRound: false })).toBe(false);
  }
});
