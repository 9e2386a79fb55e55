import type { Square } from "chessops";
import { Chess } from "chessops/chess";
import { chessgroundDests } from "chessops/compat";
import { parseFen } from "chessops/fen";
import { parseSquare } from "chessops/util";
import { isPromotion } from "./history";

/** Where each piece may go by the Laws, castling by the king's steps and by his rook's square; none in a position that the Laws don't know. */
export function destsOf(fen: string): ReadonlyMap<Square, Square[]> {
  const setup = parseFen(fen);
  const position = setup.isOk ? Chess.fromSetup(setup.value) : undefined;
  if (!position?.isOk) return new Map();
  const squares = (names: readonly string[]) => names.flatMap((name) => parseSquare(name) ?? []);
  return new Map(
    [...chessgroundDests(position.value)].map(
      ([from, to]) => [parseSquare(from) ?? 0, squares(to)] as [Square, Square[]],
    ),
  );
}

/** Whether a pawn comes to the last rank by a move. */
export const isPromoting = (fen: string, { from, to }: { from: Square; to: Square }): boolean =>
  parseFen(fen).isOk && isPromotion(parseFen(fen).unwrap().board.get(from)?.role, to);
