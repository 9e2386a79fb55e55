import type { Piece, Role } from "chessops";
import { type Color, otherColor } from "../../chain/game";
import { type Captures, more, VALUES } from "../../chess/captures";
import type { FromTo } from "../../chess/san";

/** The 6×6 board of document 002: 64 squares of four bits, the edges empty, 63 at the top left. */
export const SIZE = 6;

const ROLES: readonly (Role | undefined)[] = [undefined, "pawn", "bishop", "rook", "knight", "queen", "king"];

/** Document 002's index of a square; file and rank count from 0: a1 is 14, f6 is 49. */
export const squareIndex = (file: number, rank: number): number => 8 * (rank + 1) + SIZE - file;

/** All squares, from a1 along the ranks. */
export const SQUARES: readonly number[] = Array.from({ length: SIZE * SIZE }, (_, at) =>
  squareIndex(at % SIZE, Math.floor(at / SIZE)),
);

/** "a1" of 14. */
export const squareName = (index: number): string => "abcdef"[SIZE - (index % 8)] + String(Math.floor(index / 8));

/** The piece on a square of the 32 bytes that the contract returns, square 63 first. */
export function pieceAt(board: Uint8Array, index: number): Piece | undefined {
  const byte = board[(63 - index) >> 1] ?? 0;
  const bits = index % 2 === 1 ? byte >> 4 : byte & 15;
  const role = ROLES[bits & 7];
  return role && { color: bits & 8 ? "white" : "black", role };
}

/** 14 of "a1". */
export const squareOf = (name: string): number => squareIndex(name.charCodeAt(0) - 97, Number(name[1]) - 1);

function put(board: Uint8Array, index: number, piece: Piece | undefined): void {
  const bits = piece ? ROLES.indexOf(piece.role) | (piece.color === "white" ? 8 : 0) : 0;
  const place = (63 - index) >> 1;
  const byte = board[place] ?? 0;
  board[place] = index % 2 === 1 ? (bits << 4) | (byte & 15) : (byte & 0xf0) | bits;
}

const FIRST_RANK: readonly Role[] = ["rook", "bishop", "queen", "king", "knight", "rook"];

/** The board at the beginning of a game. */
export const START_BOARD: Uint8Array = (() => {
  const board = new Uint8Array(32);
  for (const [file, role] of FIRST_RANK.entries()) {
    put(board, squareIndex(file, 0), { color: "white", role });
    put(board, squareIndex(file, 1), { color: "white", role: "pawn" });
    put(board, squareIndex(file, 4), { color: "black", role: "pawn" });
    put(board, squareIndex(file, 5), { color: "black", role });
  }
  return board;
})();

/** The board after a move. */
export function boardAfter(before: Uint8Array, { from, to, promotion }: FromTo): Uint8Array {
  const board = before.slice();
  const piece = pieceAt(before, from);
  const takesInPassing = piece?.role === "pawn" && (to - from) % 8 !== 0 && !pieceAt(before, to);
  // the pawn that is taken stands beside the square it came from
  if (takesInPassing) put(board, from - (from % 8) + (to % 8), undefined);
  put(board, from, undefined);
  put(board, to, piece && { ...piece, role: promotion ?? piece.role });
  return board;
}

/** How many pieces of each kind a color has. */
function count(board: Uint8Array, color: Color): Map<Role, number> {
  const counts = new Map<Role, number>();
  for (const index of SQUARES) {
    const piece = pieceAt(board, index);
    if (piece?.color === color) counts.set(piece.role, (counts.get(piece.role) ?? 0) + 1);
  }
  return counts;
}

const worth = (counts: Map<Role, number>): number =>
  [...counts].reduce((sum, [role, number]) => sum + number * VALUES[role], 0);

/** A color's captures less the other's, as far as the board shows them: by the pieces missing there. */
export function capturesOn(board: Uint8Array, by: Color): Captures {
  const other = otherColor(by);
  const lead = worth(count(board, by)) - worth(count(board, other));
  return { taken: more(takenOn(board, by), takenOn(board, other)), lead };
}

function takenOn(board: Uint8Array, by: Color): Role[] {
  const other = otherColor(by);
  const [theirs, all] = [count(board, other), count(START_BOARD, other)];
  const missing = (role: Role) => (all.get(role) ?? 0) - (theirs.get(role) ?? 0);
  // a pawn that became another piece isn't captured
  const promoted = [...theirs.keys()].reduce((sum, role) => sum + Math.max(0, -missing(role)), 0);
  return [...all.keys()].flatMap((role): Role[] =>
    Array(Math.max(0, missing(role) - (role === "pawn" ? promoted : 0))).fill(role),
  );
}

/** The squares whose pieces differ between two boards. */
export function changedSquares(before: Uint8Array, after: Uint8Array): number[] {
  return SQUARES.filter((index) => {
    const [old, now] = [pieceAt(before, index), pieceAt(after, index)];
    return old?.role !== now?.role || old?.color !== now?.color;
  });
}
