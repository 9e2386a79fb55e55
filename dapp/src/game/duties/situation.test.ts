import { expect, test } from "vitest";
import { EMPTY } from "../../signedPlay/message";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";
import { weighed } from "./situation";

const MINUTE = 60_000;
const T = 1_000 * MINUTE;
const YEARS = 10 * 365 * 1_440 * MINUTE;

interface Given {
  /** When the last ply came, by the relay and by this page. */
  relay?: number;
  own?: number | undefined;
  /** When Black's time is over by the clock that is shown. */
  until?: number;
  clocks?: undefined;
  isAsked?: boolean;
}

/** White has made the last of three plies at T, in a game of 3+2 that the page has opened an hour before. */
function weighedAt(now: number, given: Given = {}) {
  const { relay, own, until, isAsked, clocks } = {
    ...{ relay: T, own: T, until: T + 2 * MINUTE, isAsked: false, clocks: { base: 180, increment: 2 } },
    ...given,
  };
  const game = { turn: "black", awaits: isAsked ? "answer" : "move" };
  const table = {
    snapshot: { game, moves: EMPTY, plies: [{}, {}, {}], claims: {}, clocks },
    session: { game: { color: "white", messages: [{}, { at: T - 5 * MINUTE }], said: () => undefined } },
    chain: { game, claims: {}, changedAt: T - MINUTE },
    room: { state: "online", brings: true, people: { black: { here: false } } },
    advice: { cause: isAsked ? "meets" : undefined },
    isAhead: true,
    isAsked,
    times: [T - 3 * MINUTE, T - 2 * MINUTE, relay],
    ownTimes: [undefined, undefined, own],
    openedAt: T - 60 * MINUTE,
  } as unknown as SignedTable;
  const timers = { players: { white: { standing: 0 }, black: { until } }, until: undefined } as Timers;
  return weighed(table, timers, now, 1_440 * MINUTE);
}

const at = (now: number, given: Given = {}) => weighedAt(now, given).due;

test("the player's answer is about this game, to its last number", () => {
  const askAt = T + 2 * MINUTE + 10_000;
  const outlook = { kind: "waiting", prize: "win", askAt, until: undefined, byRelay: true };
  const nothing = { due: undefined, duty: undefined, isRelays: false, isRelaysEnd: false, isLeftAlone: false };
  expect(weighedAt(T)).toEqual({ ...nothing, outlook });
});

test("a relay's times in the future keep nobody from asking", () => {
  const lie = { relay: T + YEARS, until: T + YEARS };
  expect(at(T + 3 * MINUTE, lie)).toBeUndefined();
  expect(at(T + 3 * MINUTE + 13_000, lie)?.what).toBe("ask");
  expect(at(T + 1_440 * MINUTE, { ...lie, clocks: undefined })?.what).toBe("ask");
  // it was opened just now, or only the chain has shown the ply: from then on
  const loaded = { ...lie, own: T + 60 * MINUTE };
  expect(at(T + 63 * MINUTE, loaded)).toBeUndefined();
  expect(at(T + 63 * MINUTE + 13_000, loaded)?.what).toBe("ask");
  expect(at(T + 2 * MINUTE + 13_000, { ...lie, own: undefined })?.what).toBe("ask");
});

test("nor does it hold back an answer", () => {
  expect(at(T + 19_000, { relay: T + YEARS, isAsked: true })).toEqual({ what: "answer", byRelay: true });
  expect(at(T + 21_000, { relay: T + YEARS, isAsked: true })).toEqual({ what: "answer", byRelay: false });
});

test("nor do the plies that are made after it", () => {
  const game = { turn: "black", awaits: "answer", plies: 3 };
  /** White was asked after three plies and has answered at T; since then both have moved every few seconds. */
  const asked = (now: number) => {
    const ownTimes = [T - 3 * MINUTE, T - 2 * MINUTE, T - MINUTE, T, now - 6_000, now - 3_000];
    const table = {
      snapshot: { game, moves: EMPTY, plies: ownTimes.map(() => ({})), claims: {}, clocks: { base: 60, increment: 0 } },
      session: { game: { color: "white", messages: [{}, { at: T - 5 * MINUTE }], said: () => undefined } },
      chain: { game, claims: {}, changedAt: T - MINUTE },
      room: { state: "online", brings: true },
      advice: { cause: "meets" },
      isAhead: true,
      isAsked: true,
      times: ownTimes,
      ownTimes,
      openedAt: T - 60 * MINUTE,
    } as unknown as SignedTable;
    const timers = { players: { white: { standing: 0 }, black: { standing: 0 } }, until: T + 4 * MINUTE } as Timers;
    return weighed(table, timers, now, 1_440 * MINUTE).due;
  };
  expect([19_000, 21_000].map((after) => asked(T + after)?.byRelay)).toEqual([true, false]);
});

test("an honest relay's times hold, whenever this page has heard of the plies", () => {
  // the line was away, or the page was closed, while the opponent had moved
  for (const own of [T - 100, T + 2 * MINUTE, T + 60 * MINUTE]) {
    expect(at(T + 2 * MINUTE + 9_000, { own })).toBeUndefined();
    expect(at(T + 2 * MINUTE + 11_000, { own })?.what).toBe("ask");
  }
});

/** Black waits for White's first ply in a match's later round, which both have begun at T. */
function inNextRound(now: number) {
  const game = { turn: "white", awaits: "move" };
  const table = {
    snapshot: { game, moves: EMPTY, plies: [], claims: {}, clocks: { base: 180, increment: 2 } },
    session: { game: { color: "black", messages: [{}, { at: T }], said: () => undefined } },
    chain: { game, claims: {}, changedAt: T - 30 * MINUTE },
    room: { state: "online", brings: true },
    advice: {},
    times: [],
    ownTimes: [],
    openedAt: T - 60 * MINUTE,
  } as unknown as SignedTable;
  const timers = { players: { white: { standing: 0 }, black: { standing: 0 } }, until: undefined } as Timers;
  return weighed(table, timers, now, 1_440 * MINUTE).due;
}

test("a later round's first move is waited for from when both have begun it", () => {
  expect(inNextRound(T + 2 * MINUTE)).toBeUndefined();
  expect(inNextRound(T + 3 * MINUTE)?.what).toBe("ask");
});
