import type { Square } from "chessops";
import { makeFen, parseFen } from "chessops/fen";
import type { Color } from "../chain/game";
import { isPromotion } from "./history";
import type { FromTo } from "./san";

/**
 * The board as it would stand after moves in advance, whatever the opponent does in the meantime:
 * only the pieces count. A pawn's promotion is for later.
 * @returns none if one of them has no piece of this color to move any more
 */
export function fenWithPremoves(fen: string, premoves: readonly FromTo[], color: Color): string | undefined {
  const setup = parseFen(fen).unwrap();
  const { board } = setup;
  for (const { from, to } of premoves) {
    const piece = board.take(from);
    if (piece?.color !== color) return undefined;
    const dropped = board.get(to);
    const isOwnRook = dropped?.role === "rook" && dropped.color === color;
    const isCastling = piece.role === "king" && (Math.abs(to - from) === 2 || isOwnRook);
    if (!isCastling) {
      board.set(to, isPromotion(piece.role, to) ? { color, role: "queen" } : piece);
      continue;
    }
    const side = to > from ? 1 : -1;
    const rook = isOwnRook ? to : from + (side > 0 ? 3 : -4);
    board.take(rook);
    board.set((from + 2 * side) as Square, piece);
    board.set((from + side) as Square, { color, role: "rook" });
  }
  return makeFen(setup);
}
