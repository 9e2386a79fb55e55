import type { Role } from "chessops";
import type { Color } from "../chain/game";

/** The 6×6 board of document 002: 64 squares of four bits, the edges empty, 63 at the top left. */
export const SIZE = 6;

export interface Piece {
  color: Color;
  role: Role;
}

const ROLES: readonly (Role | undefined)[] = [undefined, "pawn", "bishop", "rook", "knight", "queen", "king"];

/** Document 002's index of a square; file and rank count from 0: a1 is 14, f6 is 49. */
export const squareIndex = (file: number, rank: number): number => 8 * (rank + 1) + SIZE - file;

/** "a1" of 14. */
export const squareName = (index: number): string => "abcdef"[SIZE - (index % 8)] + String(Math.floor(index / 8));

/** The piece on a square of the 32 bytes that the contract returns, square 63 first. */
export function pieceAt(board: Uint8Array, index: number): Piece | undefined {
  const byte = board[(63 - index) >> 1] ?? 0;
  const bits = index % 2 === 1 ? byte >> 4 : byte & 15;
  const role = ROLES[bits & 7];
  return role && { color: bits & 8 ? "white" : "black", role };
}

/** The squares whose pieces differ between two boards. */
export function changedSquares(before: Uint8Array, after: Uint8Array): number[] {
  const changed: number[] = [];
  for (let rank = 0; rank < SIZE; rank++) {
    for (let file = 0; file < SIZE; file++) {
      const index = squareIndex(file, rank);
      const [old, now] = [pieceAt(before, index), pieceAt(after, index)];
      if (old?.role !== now?.role || old?.color !== now?.color) changed.push(index);
    }
  }
  return changed;
}
