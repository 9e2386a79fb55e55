import { makeUci, type NormalMove, parseUci, type Role, type Square } from "chessops";
import { Chess, normalizeMove } from "chessops/chess";
import { parseFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";

/** A move, by chessops' squares. */
export interface FromTo {
  from: Square;
  to: Square;
  promotion?: Role | undefined;
}

/** A position, also one that the Laws don't know because a king was left attacked. */
function position(fen: string): Chess {
  const setup = parseFen(fen).unwrap();
  const chess = Chess.default();
  chess.board = setup.board;
  chess.turn = setup.turn;
  chess.castles.castlingRights = setup.castlingRights;
  chess.epSquare = setup.epSquare;
  return chess;
}

const plain = ({ from, to, promotion }: FromTo): NormalMove => (promotion ? { from, to, promotion } : { from, to });

/** A move's name in a position. */
export function sanOf(fen: string, move: FromTo): string {
  try {
    return makeSan(position(fen), plain(move));
  } catch {
    return makeUci(plain(move));
  }
}

/** What a player typed: SAN ("Nf3", "O-O", "e8=Q") or two squares ("g1f3", "e7e8q"). */
export function parseMove(fen: string, text: string): FromTo | undefined {
  const chess = position(fen);
  const typed = parseUci(text) ?? parseSan(chess, text);
  if (!typed || !("from" in typed)) return undefined;
  const { from, to, promotion } = typed;
  // chessops writes castling as the king on his rook, the contract as two steps of the king
  const king = chess.board.get(from)?.role === "king" && chess.board[chess.turn].has(to);
  const normal = normalizeMove(chess, typed) as NormalMove;
  const target = king ? (normal.to > from ? from + 2 : from - 2) : to;
  return promotion ? { from, to: target, promotion } : { from, to: target };
}
