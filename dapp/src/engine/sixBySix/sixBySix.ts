import type { Piece, Role } from "chessops";
import { charToRole, roleToChar } from "chessops/util";
import { type Color, type LegalMove, otherColor } from "../../chain/game";
import { type Captures, more, VALUES } from "../../chess/captures";
import { contractPromotion } from "../../chess/history";
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
  // the captured pawn is beside the square that the other one came from
  if (takesInPassing) put(board, from - (from % 8) + (to % 8), undefined);
  put(board, from, undefined);
  put(board, to, piece && { ...piece, role: promotion ?? piece.role });
  return board;
}

/** The number of a color's pieces of each kind. */
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

/** A color's captures less the other's, by the pieces that are missing on the board. */
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

/** Pawns have no letter. */
const letterOf = (role: Role): string => (role === "pawn" ? "" : roleToChar(role).toUpperCase());
const roleOf = (letter: string): Role | undefined => charToRole(letter || "p");

/** A move as "Nb1-c3", "b2xc3" or "a5-a6=Q". */
export function moveText(before: Uint8Array, { from, to, promotion }: FromTo): string {
  const role = pieceAt(before, from)?.role;
  // a pawn that leaves its file takes, also in passing
  const takes = pieceAt(before, to) !== undefined || (role === "pawn" && (to - from) % 8 !== 0);
  const promoted = promotion ? `=${letterOf(promotion)}` : "";
  return `${role ? letterOf(role) : ""}${squareName(from)}${takes ? "x" : "-"}${squareName(to)}${promoted}`;
}

/** The move of such a text; undefined if it isn't one. */
export function moveOf(text: string): FromTo | undefined {
  const [, from, to, letter] = /([a-f][1-6])[-x]([a-f][1-6])(?:=([QRBN]))?$/.exec(text) ?? [];
  return from && to
    ? { from: squareOf(from), to: squareOf(to), promotion: letter ? roleOf(letter) : undefined }
    : undefined;
}

/** A legal move as a player types it: "Nc3", "b2b4", "bxc3", "a5a6q"; undefined if there are several. */
export function typedMove(board: Uint8Array, legal: readonly LegalMove[], text: string): FromTo | undefined {
  const pattern = /^([KQRBN]?)([a-f]?)([1-6]?)[-x]?([a-f][1-6])=?([QRBNqrbn]?)[+#]?$/;
  const [, letter = "", file = "", rank = "", to, became = ""] = pattern.exec(text) ?? [];
  if (!to) return undefined;
  const promotion = became ? roleOf(became) : undefined;
  // two squares are enough, whatever stands there
  const isAny = letter === "" && file !== "" && rank !== "";
  const found = legal.filter(
    (move) =>
      move.to === squareOf(to) &&
      move.promotion === contractPromotion(promotion) &&
      squareName(move.from).startsWith(file) &&
      squareName(move.from).endsWith(rank) &&
      (isAny || pieceAt(board, move.from)?.role === roleOf(letter)),
  );
  return found.length === 1 && found[0] ? { from: found[0].from, to: found[0].to, promotion } : undefined;
}

/** The move that a color made between two boards, perhaps after one of the other color; undefined if it made none. */
export function moveBetween(before: Uint8Array, after: Uint8Array, color: "white" | "black"): string | undefined {
  const changed = changedSquares(before, after);
  const isOwn = (board: Uint8Array, index: number) => pieceAt(board, index)?.color === color;
  const to = changed.find((index) => isOwn(after, index));
  if (to === undefined) return undefined;
  const arrived = pieceAt(after, to);
  // pieces captured by the other color are also gone: the moved piece is of the same kind, or a promoted pawn
  const gone = changed.filter((index) => isOwn(before, index) && !isOwn(after, index));
  const from = gone.find((index) => pieceAt(before, index)?.role === arrived?.role) ?? gone[0];
  if (from === undefined) return undefined;
  const isPromotion = pieceAt(before, from)?.role !== arrived?.role;
  return moveText(before, { from, to, promotion: isPromotion ? arrived?.role : undefined });
}
