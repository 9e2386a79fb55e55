import { expect, test } from "vitest";
import { MoveLog } from "./moveLog";
import {
  boardAfter,
  capturesOn,
  changedSquares,
  moveBetween,
  moveOf,
  moveText,
  pieceAt,
  START_BOARD,
  squareIndex,
  squareName,
  squareOf,
  typedMove,
} from "./sixBySix";

/** A board as the contract encodes it, the sixth rank first. */
const board = (...ranks: string[]): Uint8Array =>
  Uint8Array.from(["00000000", ...ranks, "00000001"].join("").match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

const EMPTY = "00000000";
const START = board("03256430", "01111110", EMPTY, EMPTY, "09999990", "0badecb0");

/** The board after moves as the page writes them. */
const after = (start: Uint8Array, ...moves: string[]): Uint8Array =>
  moves.reduce((before, text) => {
    const move = moveOf(text);
    if (!move) throw new Error(`${text} is no move`);
    return boardAfter(before, move);
  }, start);

test("document 002's board", () => {
  expect([squareIndex(0, 0), squareIndex(5, 0), squareIndex(4, 1), squareIndex(0, 5)]).toEqual([14, 9, 18, 54]);
  expect([14, 9, 18, 54, 49].map(squareName)).toEqual(["a1", "f1", "e2", "a6", "f6"]);
  expect(["a1", "f1", "e2", "a6", "f6"].map(squareOf)).toEqual([14, 9, 18, 54, 49]);
  expect(changedSquares(START_BOARD, START)).toEqual([]);
  expect(pieceAt(START, 14)).toEqual({ color: "white", role: "rook" });
  expect(pieceAt(START, 51)).toEqual({ color: "black", role: "king" });
  expect(pieceAt(START, 30)).toBeUndefined();
});

test("moves of the 6×6 board, made and derived from two boards", () => {
  expect(moveText(START, { from: squareOf("b2"), to: squareOf("b4") })).toBe("b2-b4");
  expect(moveText(START, { from: squareOf("e1"), to: squareOf("d3") })).toBe("Ne1-d3");
  // b2-b4, and c5xb4 at once
  const taken = board("03256430", "01101110", "00100000", EMPTY, "09099990", "0badecb0");
  expect(moveBetween(START, taken, "black")).toBe("c5xb4");
  expect(moveBetween(START, START, "black")).toBeUndefined();
  expect(changedSquares(after(START, "b2-b4", "c5xb4"), taken)).toEqual([]);

  // en passant: the captured pawn is beside the target
  const passed = after(board("00000060", EMPTY, "00010000", EMPTY, "00900000", "000000e0"), "b2-b4", "c4xb3");
  expect(changedSquares(passed, board("00000060", EMPTY, EMPTY, "00100000", EMPTY, "000000e0"))).toEqual([]);
  const promoted = after(board("00000060", "09000000", EMPTY, EMPTY, EMPTY, "000000e0"), "a5-a6=N");
  expect(pieceAt(promoted, squareOf("a6"))).toEqual({ color: "white", role: "knight" });
});

test("captures on the 6×6 board", () => {
  expect(capturesOn(START, "white")).toEqual({ taken: [], lead: 0 });
  const traded = after(START, "b2-b4", "c5xb4", "Qc1xb4");
  // one for one: nobody has more
  expect(capturesOn(traded, "white")).toEqual({ taken: [], lead: 0 });
  expect(capturesOn(traded, "black")).toEqual({ taken: [], lead: 0 });
  const won = after(START, "b2-b4", "c5xb4");
  expect(capturesOn(won, "black")).toEqual({ taken: ["pawn"], lead: 1 });
  // a promoted pawn was not captured
  const promoted = after(board("00256430", "09111110", EMPTY, EMPTY, "00999990", "0badecb0"), "a5-a6=Q");
  expect(capturesOn(promoted, "black").taken).toEqual([]);
  expect(capturesOn(promoted, "white")).toEqual({ taken: ["pawn", "rook"], lead: 14 });
});

test("a 6×6 move as it is typed", () => {
  const square = (from: string, to: string, promotion = 0) => ({ from: squareOf(from), to: squareOf(to), promotion });
  const legal = [square("b2", "b3"), square("b2", "b4"), square("e1", "d3"), square("e1", "f3"), square("b2", "c3")];
  const typed = (text: string) => typedMove(START, legal, text);
  for (const text of ["b4", "b2b4", "b2-b4"]) expect(typed(text), text).toMatchObject({ to: squareOf("b4") });
  for (const text of ["Nd3", "e1d3", "Ne1-d3"]) expect(typed(text), text).toMatchObject({ from: squareOf("e1") });
  expect(typed("bxc3")).toMatchObject({ from: squareOf("b2"), to: squareOf("c3") });
  for (const text of ["", "d3", "Nd4", "Bd3", "z9", "b5"]) expect(typed(text), text).toBeUndefined();

  const last = board("00000060", "09000000", EMPTY, EMPTY, EMPTY, "000000e0");
  const promotions = [1, 2, 3, 4].map((promotion) => square("a5", "a6", promotion));
  expect(typedMove(last, promotions, "a6=N")).toEqual({ from: 46, to: 54, promotion: "knight" });
  expect(typedMove(last, promotions, "a5a6q")).toMatchObject({ promotion: "queen" });
  expect(typedMove(last, promotions, "a6")).toBeUndefined();
  // two knights that can go there
  const knights = board("00000060", EMPTY, EMPTY, EMPTY, "0c000000", "0000cee0");
  const both = [square("a2", "c3"), square("d1", "c3")];
  expect(typedMove(knights, both, "Nc3")).toBeUndefined();
  expect(typedMove(knights, both, "Nac3")).toMatchObject({ from: squareOf("a2") });
});

test("a game that this browser has seen in part", () => {
  const [contract, id] = [`erd1${Math.random()}`, 7];
  const log = new MoveLog(contract, id);
  // the player's own move, and the engine's answer in one transaction
  log.write(1, "b2-b4");
  const second = after(START_BOARD, "b2-b4", "c5xb4");
  log.see({ plies: 2, board: second }, START_BOARD);
  expect(log.read(2)).toEqual({
    moves: ["b2-b4", "c5xb4"],
    boards: [START_BOARD, after(START_BOARD, "b2-b4"), second],
  });

  // two moves in another browser, then another one here
  const fourth = after(second, "a2-a3", "b4xa3");
  log.see({ plies: 4, board: fourth }, fourth);
  expect(log.read(4).moves).toEqual(["b2-b4", "c5xb4", "…", "…"]);
  expect(log.read(4).boards.slice(3)).toEqual([undefined, fourth]);
  log.write(5, "Bb1xa3");
  const fifth = after(fourth, "Bb1xa3");
  log.see({ plies: 5, board: fifth }, fourth);
  expect(log.read(5).moves[4]).toBe("Bb1xa3");
  expect(log.read(5).boards[5]).toEqual(fifth);

  // a move that the contract has refused is overwritten
  log.write(6, "d5-d4");
  const sixth = after(fifth, "a5-a4");
  log.see({ plies: 6, board: sixth }, fifth);
  expect(log.read(6).moves[5]).toBe("a5-a4");
  expect(new MoveLog(contract, id + 1).read(1)).toEqual({ moves: ["…"], boards: [START_BOARD, undefined] });
});
