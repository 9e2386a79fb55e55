import { expect, test } from "vitest";
import type { Challenge, Color, Game } from "../chain/game";
import { EGLD } from "../chain/payment";
import { aChallenge, aGame } from "../chain/testGames";
import { dutyOf, isByItself, isNextDue, mayBeLate, type Seat, withGame } from "./boards";
import type { Board, Tournament } from "./contract";

const WINDOW = 40_000;
const [YOU, THEY] = ["erd1you", "erd1they"];
const nothing = { token: EGLD, amount: 0n };

const tournament: Tournament = {
  id: 1,
  terms: {
    isSwiss: false,
    players: 4,
    fee: nothing,
    clock: { base: 30, increment: 0 },
    engines: false,
    start: 0,
    window: WINDOW,
    prizes: [10_000],
  },
  phase: "Running",
  round: 1,
  paired: 0,
  lastGame: 10,
  pot: nothing,
  entrants: 4,
  rounds: 3,
};
const EMPTY: Board = {
  white: 0,
  black: 1,
  state: "Empty",
  seen: { white: false, black: false },
  game: 0,
  points: { white: 0, black: 0 },
};
const seat = (color: Color, board: Partial<Board> = {}): Seat => ({
  number: 1,
  board: { ...EMPTY, ...board },
  color,
  player: YOU,
  opponent: THEY,
});
const challenge = (by: string, side: Color, change: Partial<Challenge> = {}): Challenge =>
  aChallenge({
    id: 11,
    challenger: by,
    opponent: by === YOU ? THEY : YOU,
    side,
    clock: { base: 30, increment: 0 },
    ...change,
  });
const game = (change: Partial<Game> = {}): Game => aGame({ id: 11, white: YOU, black: THEY, ...change });
const due = (where: Seat, now: number, challenges: Challenge[] = [], games: Game[] = []) => {
  const { what, game, until } = dutyOf(tournament, where, { games, challenges }, now) ?? {};
  return what && [what, game, until];
};

test("White opens the game, reports it, and waits; Black accepts", () => {
  expect(due(seat("white"), 0)).toEqual(["challenge", 0, WINDOW]);
  expect(due(seat("white"), 0, [challenge(YOU, "white")])).toEqual(["report", 11, WINDOW]);
  const there = { state: "Challenge", game: 11, seen: { white: true, black: false } } as const;
  expect(due(seat("white", there), 0, [challenge(YOU, "white")])).toEqual(["wait", 11, WINDOW]);
  // what was reported may be older than the challenges that are known
  expect(due(seat("white", there), 0)).toEqual(["wait", 11, WINDOW]);
  const twice = [challenge(YOU, "white", { id: 12 }), challenge(YOU, "white")];
  expect(due(seat("white", there), 0, twice)).toEqual(["wait", 11, WINDOW]);
  expect(due(seat("black", there), 0)).toEqual(["accept", 11, WINDOW]);
  expect(due(seat("black"), 0, [challenge(THEY, "white")])).toEqual(["accept", 11, WINDOW]);
});

test("Black may open the game in the second half, but nobody too late if the opponent was there", () => {
  expect(due(seat("black"), WINDOW / 2 - 1)).toEqual(["wait", 0, WINDOW / 2]);
  expect(due(seat("black"), WINDOW / 2)).toEqual(["challenge", 0, WINDOW]);
  const seen = { white: true, black: false };
  expect(due(seat("black", { seen }), WINDOW / 2)).toEqual(["challenge", 0, (WINDOW / 4) * 3]);
  expect(due(seat("black", { seen }), (WINDOW / 4) * 3)).toEqual(["late", 0, WINDOW]);
  expect(due(seat("white"), WINDOW)).toBeUndefined();
});

test("if two challenges have crossed White's counts, and none with other terms does", () => {
  const both = [challenge(YOU, "black", { id: 12 }), challenge(THEY, "white")];
  expect(due(seat("black"), WINDOW / 2, both)).toEqual(["accept", 11, WINDOW]);
  const wrong = [
    challenge(THEY, "black"),
    challenge(THEY, "white", { id: 10 }),
    challenge(THEY, "white", { rounds: 3 }),
    challenge(THEY, "white", { engines: true }),
    challenge(THEY, "white", { clock: { base: 60, increment: 0 } }),
    challenge(THEY, "white", { stake: { token: EGLD, amount: 1n } }),
    challenge("erd1other", "white"),
  ];
  for (const other of wrong)
    expect(due(seat("black"), 0, [other]), JSON.stringify(other.id)).toEqual(["wait", 0, 20_000]);
});

test("an unreported game is reported, even after its end", () => {
  expect(due(seat("white"), 0, [], [game()])).toEqual(["report", 11, 2 * WINDOW]);
  expect(due(seat("white"), WINDOW + 1, [], [game({ state: "drawn" })])).toEqual(["report", 11, 2 * WINDOW]);
  expect(due(seat("white"), 0, [], [game({ id: 10 })])).toEqual(["challenge", 0, WINDOW]);
  expect(due(seat("white", { state: "Playing", game: 11 }), 0)).toEqual(["play", 11, 2 * WINDOW]);
});

test("the page opens no second game automatically if its player keeps the point", () => {
  const opening = { what: "challenge", game: 0, until: 0, isBegun: false } as const;
  expect(isByItself(opening, seat("white"))).toBe(true);
  expect(isByItself(opening, seat("white", { seen: { white: true, black: false } }))).toBe(false);
  expect(isByItself({ ...opening, what: "play" }, seat("white"))).toBe(false);
});

test("a board shows the current state of its game", () => {
  const reported: Board = { ...EMPTY, state: "Challenge", game: 11, seen: { white: true, black: false } };
  expect(withGame(reported, game({ state: "open" }))).toEqual(reported);
  expect(withGame(reported, game()).state).toBe("Playing");
  const late = (board: Board, change: Partial<Game>, now: number) => mayBeLate(board, game(change), tournament, now);
  expect(late(reported, { state: "open" }, WINDOW)).toBe(false);
  expect([WINDOW - 1, WINDOW].map((now) => late(reported, {}, now))).toEqual([false, true]);
  expect(late({ ...reported, state: "Playing" }, {}, WINDOW)).toBe(false);
  expect(withGame(reported, game({ state: "blackWon" })).points).toEqual({ white: 0, black: 2 });
  expect(withGame(reported, game({ state: "noResult", endReason: "CalledOff" })).points).toEqual({
    white: 1,
    black: 1,
  });
  const unaccepted = (endReason: string, board = reported) => withGame(board, game({ state: "noResult", endReason }));
  expect(unaccepted("Declined")).toMatchObject({ state: "Empty", game: 0, seen: { white: true, black: false } });
  expect(unaccepted("Cancelled").seen).toEqual({ white: false, black: false });
  const both = { white: true, black: true };
  expect(unaccepted("Cancelled", { ...reported, seen: both }).seen).toEqual(both);
  const aborted = withGame(reported, game({ state: "noResult", endReason: "Aborted", turn: "black" }));
  expect(aborted.seen).toEqual({ white: true, black: false });
  expect(withGame(reported, game({ id: 12, state: "whiteWon" }))).toBe(reported);
});

test("a round ends with its last board, or with its window", () => {
  const [done, playing]: Board[] = [
    { ...EMPTY, state: "Done" },
    { ...EMPTY, state: "Playing" },
  ];
  if (!done || !playing) throw new Error("two boards");
  expect(isNextDue(tournament, [done, done], 0)).toBe(true);
  expect(isNextDue(tournament, [done, EMPTY], WINDOW - 1)).toBe(false);
  expect(isNextDue(tournament, [done, EMPTY], WINDOW)).toBe(true);
  expect(isNextDue(tournament, [done, playing], 2 * WINDOW - 1)).toBe(false);
  expect(isNextDue(tournament, [done, playing], 2 * WINDOW)).toBe(true);
  expect(isNextDue({ ...tournament, phase: "Entering", terms: { ...tournament.terms, start: 5 } }, [], 5)).toBe(true);
  expect(isNextDue({ ...tournament, phase: "Ended" }, [], WINDOW)).toBe(false);
});
