import type { Role } from "chessops";
import { charToRole, roleToChar } from "chessops/util";
import type { LegalMove } from "../../chain/game";
import { contractPromotion } from "../../chess/history";
import type { FromTo } from "../../chess/san";
import { changedSquares, pieceAt, squareName, squareOf } from "./sixBySix";

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

/** The move of such a text; none where it isn't one. */
export function moveOf(text: string): FromTo | undefined {
  const [, from, to, letter] = /([a-f][1-6])[-x]([a-f][1-6])(?:=([QRBN]))?$/.exec(text) ?? [];
  return from && to
    ? { from: squareOf(from), to: squareOf(to), promotion: letter ? roleOf(letter) : undefined }
    : undefined;
}

/** A legal move as a player types it: "Nc3", "b2b4", "bxc3", "a5a6q"; none where it could be several. */
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

/** The move that a color made between two boards, the other one's before it among them; none where it made none. */
export function moveBetween(before: Uint8Array, after: Uint8Array, color: "white" | "black"): string | undefined {
  const changed = changedSquares(before, after);
  const isOwn = (board: Uint8Array, index: number) => pieceAt(board, index)?.color === color;
  const to = changed.find((index) => isOwn(after, index));
  if (to === undefined) return undefined;
  const arrived = pieceAt(after, to);
  // what the other one has taken is gone, too: the piece that moved is of the same kind, or a pawn that was promoted
  const gone = changed.filter((index) => isOwn(before, index) && !isOwn(after, index));
  const from = gone.find((index) => pieceAt(before, index)?.role === arrived?.role) ?? gone[0];
  if (from === undefined) return undefined;
  const isPromotion = pieceAt(before, from)?.role !== arrived?.role;
  return moveText(before, { from, to, promotion: isPromotion ? arrived?.role : undefined });
}
