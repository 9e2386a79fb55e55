import { expect, test } from "vitest";
import { replay } from "../../chess/history";
import { inLastRound } from "./inRound";
import type { GameSnapshot } from "./useGame";

const match = { round: 0, rounds: 10, points: 0, played: 0, first: "white" };
const snapshot = (state: string, played: number, ...moves: number[]) =>
  ({
    moves: Uint8Array.from(moves),
    plies: replay(Uint8Array.from(moves)),
    game: { id: 3, state, endReason: "Left", plies: moves.length / 2, turn: "black", match: { ...match, played } },
  }) as unknown as GameSnapshot;

test("who leaves a match after its first game keeps that on the board, which the chain was never told", () => {
  const seen = snapshot("ongoing", 0, 12, 28);
  const shown = inLastRound(snapshot("blackWon", 1), seen);
  expect(shown.plies.map(({ san }) => san)).toEqual(["e4"]);
  expect(shown.game).toMatchObject({ state: "blackWon", plies: 1, turn: "black" });
  // a game that the chain was told is shown as it is there
  const told = snapshot("blackWon", 1, 12, 28);
  expect(inLastRound(told, seen)).toBe(told);
});
