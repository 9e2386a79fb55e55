import { expect, test } from "vitest";
import type { SignedTable } from "../line/useSignedTable";
import type { Due } from "./due";
import { afterMs, dutyOf } from "./duty";
import { isRelays } from "./useIsRelays";

interface Given {
  color?: "white" | "black";
  turn?: "white" | "black";
  awaits?: "move" | "answer" | "longerGame";
  inactivity?: boolean;
  end?: { winner?: "white" | "black"; isFinal: boolean };
  mustBring?: boolean;
  hasLeft?: boolean;
  isLateBehind?: boolean;
  hasLastWord?: boolean;
}

function table({ color = "white", turn = "white", awaits = "move", inactivity = false, ...rest }: Given = {}) {
  return {
    chain: { game: { awaits, turn, plies: 4 }, claims: { inactivity } },
    session: { game: { color, id: { round: 0 }, moves: new Uint8Array(8) }, hasLastWord: rest.hasLastWord ?? true },
    end: rest.end,
    mustBring: rest.mustBring ?? false,
    isLateBehind: rest.isLateBehind ?? false,
    match: rest.hasLeft ? { leaveCall: () => ({}) } : undefined,
  } as unknown as SignedTable;
}

const due = (what: Due["what"], byRelay = false): Due => ({ what, byRelay });
const what = (given: Given, is?: Due, isRelays = false) => dutyOf(table(given), is, isRelays)?.what;

test("asks are answered, old states met, ends settled, by whom the relay doesn't help", () => {
  expect(what({}, due("answer"))).toBe("answer");
  expect(what({}, due("show"))).toBe("show");
  expect(what({}, due("settle"))).toBe("settle");
  for (const name of ["answer", "show", "settle"] as const) expect(what({}, due(name, true))).toBeUndefined();
  expect(what({ mustBring: true }, due("bring"))).toBe("bring");
  expect(what({ hasLeft: true })).toBe("part");
  expect(what({ hasLeft: true }, undefined, true)).toBeUndefined();
});

test("what the player chooses is left to the player", () => {
  expect(what({})).toBeUndefined();
  for (const name of ["ask", "claim", "bring"] as const) expect(what({}, due(name))).toBeUndefined();
});

test("a time that is over is signalled by who has asked, and an open end by either", () => {
  expect(what({ awaits: "answer", turn: "black", inactivity: true })).toBe("signal");
  // who was asked and is late has no reason to
  expect(what({ awaits: "answer", turn: "white", inactivity: true })).toBeUndefined();
  expect(what({ awaits: "longerGame", inactivity: true })).toBe("signal");
  // a later round is no answer any more
  expect(what({ isLateBehind: true }, due("show"))).toBe("signal");
  expect(what({ awaits: "longerGame", inactivity: true }, undefined, true)).toBeUndefined();
});

test("one of both comes first, and an end that may still be acknowledged waits", () => {
  const wait = (given: Given) => {
    const duty = dutyOf(table(given), due("settle"), false);
    return duty && afterMs(duty);
  };
  const won = { winner: "white", isFinal: true } as const;
  expect(wait({ color: "white", end: won })).toBe(0);
  expect(wait({ color: "black", end: won })).toBe(16_000);
  expect([wait({ color: "white", end: { isFinal: true } }), wait({ color: "black", end: { isFinal: true } })]).toEqual([
    0, 8_000,
  ]);
  expect(wait({ color: "white", end: { ...won, isFinal: false } })).toBe(2_000);
});

test("of two devices of a player the one that had the last word calls first", () => {
  const wait = (hasLastWord: boolean) => {
    const duty = dutyOf(table({ hasLastWord }), due("answer"), false);
    return duty && afterMs(duty);
  };
  expect([wait(true), wait(false)]).toEqual([0, 8_000]);
});

test("who comes later waits no longer than a tenth of the time there is", () => {
  const later = { rank: 1, isEarly: false };
  expect(afterMs(later, 15_000)).toBe(1_500);
  expect(afterMs(later, 360_000)).toBe(8_000);
  // nobody is late any more: an end is only settled
  expect(afterMs(later, -1_000)).toBe(8_000);
});

test("a relay that settles has its seconds from when the chain's game has changed, or both have left the match", () => {
  const T = 1_000_000_000;
  const at = (after: number, leftAt: number | undefined, brings = true, chainUntil?: number) =>
    isRelays({ room: { brings }, chain: { changedAt: T }, match: { leftAt }, chainUntil } as SignedTable, T + after);
  expect([at(19_000, undefined), at(21_000, undefined)]).toEqual([true, false]);
  expect([at(79_000, T + 60_000), at(81_000, T + 60_000)]).toEqual([true, false]);
  expect(at(1_000, T, false)).toBe(false);
  // an ask is open still, and little time
  expect([1_400, 1_600].map((after) => at(after, T, true, T + 15_000))).toEqual([true, false]);
  // a time that is over is only signalled
  expect([19_000, 21_000].map((after) => at(after, undefined, true, T - 1_000))).toEqual([true, false]);
});
