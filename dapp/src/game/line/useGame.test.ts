import { afterEach, expect, test, vi } from "vitest";
import type { Game } from "../../chain/game";
import type { NetworkConfig } from "../../chain/network/gateway";
import { aGame } from "../../chain/testGames";
import { type Ply, replay } from "../../chess/history";
import { NO_PAUSES } from "../../signedPlay/advice";
import { inLastRound } from "./inRound";
import { claimingMoves } from "./legal";
import { type GameSnapshot, isStale, nextLook } from "./useGame";
import { isWaiting } from "./useGameLine";
import { isBySignature } from "./useSignedSession";
import type { SignedTable } from "./useSignedTable";

afterEach(() => void vi.unstubAllGlobals());

function seen(game: Partial<Game>, askedAt: number): GameSnapshot {
  const shown = { game: aGame({ plies: 2, ...game }), claims: {}, moves: new Uint8Array(), legal: [], plies: [] };
  return { ...shown, askedAt, changedAt: 0 } as unknown as GameSnapshot;
}

test("an earlier state is a lagging node's for 30 s after the last answer, however long ago the game changed", () => {
  const before = seen({}, 100_000);
  const open = seen({ black: "", state: "open", plies: 0 }, 0);
  const earlier = seen({ plies: 1 }, 0);
  for (const answer of [{ ...open, challenge: {} as GameSnapshot["challenge"] }, earlier]) {
    expect(isStale(answer, before, 129_999)).toBe(true);
    expect(isStale(answer, before, 130_000)).toBe(false);
  }
  expect(isStale(seen({ plies: 3 }, 0), before, 100_001)).toBe(false);
  expect(isStale(seen({ plies: 1, black: "carol" }, 0), before, 100_001)).toBe(false);
});

test("a match's later round isn't taken for an older state, but an earlier one is", () => {
  const inRound = (round: number, plies: number, askedAt = 0) =>
    seen({ plies, match: { round, rounds: 3, points: 0, played: 0 } }, askedAt);
  const before = inRound(0, 28, 100_000);
  expect(isStale(inRound(2, 2), before, 100_001)).toBe(false);
  expect(isStale(inRound(1, 0), before, 100_001)).toBe(false);
  expect(isStale(inRound(0, 27), before, 100_001)).toBe(true);
  expect(isStale(before, inRound(2, 2, 100_000), 129_999)).toBe(true);
  expect(isStale(before, inRound(2, 2, 100_000), 130_000)).toBe(false);
});

/** Whether nobody moves in a game that goes on by signature, but for what is given. */
function waits(given: Partial<SignedTable> = {}): boolean {
  const session = { isPlayedElsewhere: false };
  const signed = { isTimeOver: false, mustBring: false, pauses: NO_PAUSES, session, ...given };
  return isWaiting({ signed: signed as SignedTable, isOpening: false, isLooking: false });
}

test("once what the chain awaits in an earlier round is late, no move is made in a later one", () => {
  expect(waits()).toBe(false);
  expect(waits({ isTimeOver: true })).toBe(true);
});

test("no move is made while the stakes can be taken back", () => {
  const pauses = { ...NO_PAUSES, tookTime: true };
  expect([false, true].map((isReclaimable) => waits({ pauses: { ...pauses, isReclaimable } }))).toEqual([false, true]);
});

test("who leaves a match after its first game keeps that on the board, which the chain was never told", () => {
  const match = { round: 0, rounds: 10, points: 0, played: 1, first: "white" as const };
  const matchGame = (state: Game["state"], ...bytes: number[]): GameSnapshot => {
    const moves = Uint8Array.from(bytes);
    const game: Partial<Game> = { state, endReason: "Left", plies: bytes.length / 2, turn: "black", match };
    return { ...seen(game, 0), moves, plies: replay(moves) };
  };
  const played = matchGame("ongoing", 12, 28);
  const shown = inLastRound(matchGame("blackWon"), played);
  expect(shown.plies.map(({ san }) => san)).toEqual(["e4"]);
  expect(shown.game).toMatchObject({ state: "blackWon", plies: 1, turn: "black" });
  // a game that the chain was told is shown as it is there
  const told = matchGame("blackWon", 12, 28);
  expect(inLastRound(told, played)).toBe(told);
});

test("after slow answers the page looks within what an ask would give, also where nobody looks at it", () => {
  const keys = { white: new Uint8Array(32), black: new Uint8Array(32) };
  const config = { roundMs: 600, roundsPerEpoch: 144_000 } as NetworkConfig;
  const at = Date.now() + 3_600_000;
  const after = (black: number, more: Partial<GameSnapshot> = {}) => {
    const clocks = { base: 180, increment: 0, left: { white: 360_000, black }, waited: 0 };
    const data = { ...seen({}, at), keys, clocks, ...more };
    const state = { data, error: null, status: "success", dataUpdatedAt: at, errorUpdatedAt: 0 };
    return nextLook({ state }, "bob", config);
  };
  for (const visibilityState of ["visible", "hidden"]) {
    vi.stubGlobal("document", { visibilityState });
    expect(after(5_000), visibilityState).toBe(0.85 * 11_000);
    expect(after(0), visibilityState).toBe(0.85 * 6_000);
    expect(after(360_000), visibilityState).toBeGreaterThan(13_000);
    // by moves on the chain nobody asks
    expect(after(5_000, { keys: undefined }), visibilityState).not.toBe(0.85 * 11_000);
  }
});

test("a game with keys is played by signature to ply 1,000, and no further", () => {
  const keys = { white: new Uint8Array(32), black: new Uint8Array(32) };
  const at = (plies: number) => isBySignature({ game: aGame({ plies }), keys });
  expect([at(0), at(1_000), at(1_001)]).toEqual([true, true, false]);
  expect(isBySignature({ game: aGame({ state: "drawn" }), keys })).toBe(false);
  expect(isBySignature({ game: aGame(), keys: undefined })).toBe(false);
});

test("a move that completes 50 moves claims a draw, and a pawn's doesn't", () => {
  const [rook, pawn] = [
    { from: 63, to: 55, promotion: 0 },
    { from: 48, to: 40, promotion: 0 },
  ];
  const plies = [{ fen: "4k3/8/8/8/8/8/P7/4K2R w - - 99 80" } as Ply];
  expect(claimingMoves([rook, pawn], plies)).toEqual([rook]);
});
