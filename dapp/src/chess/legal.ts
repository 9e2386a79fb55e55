import type { Square } from "chessops";
import { Chess } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { parseFen } from "chessops/fen";
import { parseSquare } from "chessops/util";
import { isPromotion } from "./history";
import type { FromTo } from "./san";

/** None where the Laws don't know the position. */
function positionOf(fen: string): Chess | undefined {
  const setup = parseFen(fen);
  const position = setup.isOk ? Chess.fromSetup(setup.value) : undefined;
  return position?.isOk ? position.value : undefined;
}

/** Where each piece may go by the Laws, castling by the king's steps and by his rook's square; none in a position that the Laws don't know. */
export function destsOf(fen: string): ReadonlyMap<Square, Square[]> {
  const position = positionOf(fen);
  if (!position) return new Map();
  const squares = (names: readonly string[]) => names.flatMap((name) => parseSquare(name) ?? []);
  return new Map(
    [...chessgroundDests(position)].map(([from, to]) => [parseSquare(from) ?? 0, squares(to)] as [Square, Square[]]),
  );
}

/** Whether a move is legal in a position; castling is the king's two steps or the move to its rook. */
export const isLegal = (fen: string, move: FromTo): boolean => positionOf(fen)?.isLegal(move) ?? false;

/** Whether a pawn comes to the last rank by a move. */
export const isPromoting = (fen: string, { from, to }: FromTo): boolean =>
  parseFen(fen).isOk && isPromotion(parseFen(fen).unwrap().board.get(from)?.role, to);
