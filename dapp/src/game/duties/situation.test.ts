import { expect, test } from "vitest";
import { EMPTY } from "../../signedPlay/message";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";
import { weighed } from "./situation";

const MINUTE = 60_000;
const T = 1_000 * MINUTE;
const YEARS = 10 * 365 * 1_440 * MINUTE;

type Times = (number | undefined)[];

/** When the last of three plies came. */
const last = (at: number | undefined): Times => [T - 3 * MINUTE, T - 2 * MINUTE, at];

/** White has made the last of three plies at T, in a game of 3+2 that the page has opened an hour before. */
const GIVEN = {
  color: "white",
  game: { turn: "black", awaits: "move" },
  clocks: { base: 180, increment: 2 } as object | undefined,
  /** When the plies came, by the relay and by this page. */
  times: last(T),
  ownTimes: last(T),
  /** When both have said that they play. */
  begunAt: T - 5 * MINUTE,
  changedAt: T - MINUTE,
  /** When Black's time is over by the clock that is shown, and the chain's time. */
  until: T + 2 * MINUTE,
  chainUntil: undefined as number | undefined,
};

function weighedAt(now: number, given: Partial<typeof GIVEN> = {}) {
  const { color, game, clocks, times, ownTimes, begunAt, changedAt, until, chainUntil } = { ...GIVEN, ...given };
  const isAsked = game.awaits === "answer";
  const table = {
    snapshot: { game, moves: EMPTY, plies: times.map(() => ({})), claims: {}, clocks },
    session: { game: { color, messages: [{}, { at: begunAt }], said: () => undefined } },
    chain: { game, claims: {}, changedAt },
    room: { state: "online", brings: true, people: { white: { here: true }, black: { here: false } } },
    advice: { cause: isAsked ? "meets" : undefined },
    isAhead: times.length > 0,
    ...{ isAsked, times, ownTimes, openedAt: T - 60 * MINUTE },
  } as unknown as SignedTable;
  const timers = { players: { white: { standing: 0 }, black: { until } }, until: chainUntil } as Timers;
  return weighed(table, timers, now, 1_440 * MINUTE);
}

const at = (now: number, given: Partial<typeof GIVEN> = {}) => weighedAt(now, given).due;

test("the player's answer is about this game, to its last number", () => {
  const askAt = T + 2 * MINUTE + 10_000;
  const outlook = { kind: "waiting", prize: "win", askAt, until: undefined, byRelay: true };
  const nothing = { due: undefined, duty: undefined, isRelays: false, isRelaysEnd: false, isLeftAlone: false };
  expect(weighedAt(T)).toEqual({ ...nothing, outlook });
});

test("a relay's times in the future keep nobody from asking", () => {
  const lie = { times: last(T + YEARS), until: T + YEARS };
  expect(at(T + 3 * MINUTE, lie)).toBeUndefined();
  expect(at(T + 3 * MINUTE + 13_000, lie)?.what).toBe("ask");
  expect(at(T + 1_440 * MINUTE, { ...lie, clocks: undefined })?.what).toBe("ask");
  // it was opened just now, or only the chain has shown the ply: from then on
  const loaded = { ...lie, ownTimes: last(T + 60 * MINUTE) };
  expect(at(T + 63 * MINUTE, loaded)).toBeUndefined();
  expect(at(T + 63 * MINUTE + 13_000, loaded)?.what).toBe("ask");
  expect(at(T + 2 * MINUTE + 13_000, { ...lie, ownTimes: last(undefined) })?.what).toBe("ask");
});

test("nor do they hold back an answer, nor do the plies that are made after it", () => {
  const game = { turn: "black", awaits: "answer", plies: 3 };
  for (const [after, byRelay] of [
    [19_000, true],
    [21_000, false],
  ] as const) {
    const now = T + after;
    expect(at(now, { game, times: last(T + YEARS) })).toEqual({ what: "answer", byRelay });
    // White was asked after three plies and has answered at T; since then both have moved every few seconds
    const times = [...last(T - MINUTE), T, now - 6_000, now - 3_000];
    expect(at(now, { game, times, ownTimes: times, chainUntil: T + 4 * MINUTE })?.byRelay).toBe(byRelay);
  }
});

test("an honest relay's times hold, whenever this page has heard of the plies", () => {
  // the line was away, or the page was closed, while the opponent had moved
  for (const own of [T - 100, T + 2 * MINUTE, T + 60 * MINUTE]) {
    expect(at(T + 2 * MINUTE + 9_000, { ownTimes: last(own) })).toBeUndefined();
    expect(at(T + 2 * MINUTE + 11_000, { ownTimes: last(own) })?.what).toBe("ask");
  }
});

test("a later round's first move is waited for from when both have begun it", () => {
  const next = { color: "black", game: { turn: "white", awaits: "move" }, times: [], ownTimes: [], begunAt: T };
  expect(at(T + 2 * MINUTE, { ...next, changedAt: T - 30 * MINUTE })).toBeUndefined();
  expect(at(T + 3 * MINUTE, { ...next, changedAt: T - 30 * MINUTE })?.what).toBe("ask");
});
