import type { Move, NormalMove, Square } from "chessops";
import { Chess } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { squareRank } from "chessops/util";
import type { FromTo } from "../chess/san";

const positionOf = (fen: string): Chess => Chess.fromSetup(parseFen(fen).unwrap()).unwrap();

/** Where each piece may go in a position; a king that castles both two steps and to its rook. */
export function destsOf(fen: string): ReadonlyMap<Square, Square[]> {
  const position = positionOf(fen);
  const dests = new Map<Square, Square[]>();
  for (const [from, targets] of position.allDests()) {
    const squares = [...targets];
    if (position.board.getRole(from) === "king") {
      for (const rook of squares.filter((to) => position.board[position.turn].has(to)))
        squares.push(rook > from ? from + 2 : from - 2);
    }
    if (squares.length > 0) dests.set(from, squares);
  }
  return dests;
}

/** Whether a move is legal in a position; castling is the king's two steps or the move to its rook. */
export const isLegal = (fen: string, move: FromTo): boolean => positionOf(fen).isLegal(move as NormalMove as Move);

/** Whether a pawn that goes from here to there becomes another piece. */
export function promotes(fen: string, from: Square, to: Square): boolean {
  const isLast = squareRank(to) === 0 || squareRank(to) === 7;
  return isLast && positionOf(fen).board.getRole(from) === "pawn";
}
