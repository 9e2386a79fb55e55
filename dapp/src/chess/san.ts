import type { NormalMove } from "chessops";
import { Chess } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";
import { makeUci, parseUci } from "chessops/util";
import { type Color, otherColor } from "../chain/game";

/** A move, by chessops' squares. */
export type FromTo = NormalMove;

/** A position, also one that the Laws don't know because a king was left attacked. */
export function position(fen: string): Chess {
  const setup = parseFen(fen).unwrap();
  const chess = Chess.default();
  chess.board = setup.board;
  chess.turn = setup.turn;
  chess.castles.castlingRights = setup.castlingRights;
  chess.epSquare = setup.epSquare;
  return chess;
}

/** The position after a move, whether the Laws allow the move or not. */
export function fenAfter(fen: string, move: FromTo): string {
  const chess = position(fen);
  chess.play(move);
  return makeFen(chess.toSetup());
}

/** Whose king is attacked; of the side to move, or, where an illegal move was played, of the other. */
export function attackedKing(fen: string): Color | undefined {
  const chess = position(fen);
  const isAttacked = (color: Color): boolean => {
    const king = chess.board.kingOf(color);
    return king !== undefined && chess.kingAttackers(king, otherColor(color), chess.board.occupied).nonEmpty();
  };
  return [chess.turn, otherColor(chess.turn)].find(isAttacked);
}

/**
 * The king's two steps of a move that drops the king on a rook with which he may still castle, as players
 * castle elsewhere; any other move as it is.
 */
export function asKingSteps(fen: string, { from, to, promotion }: FromTo): FromTo {
  const { board, castles } = position(fen);
  const king = board.get(from);
  const mayCastle = king?.role === "king" && board[king.color].has(to) && castles.castlingRights.has(to);
  return mayCastle ? { from, to: to > from ? from + 2 : from - 2 } : { from, to, promotion };
}

/** A move's name in a position. */
export function sanOf(fen: string, move: FromTo): string {
  try {
    return makeSan(position(fen), move);
  } catch {
    return makeUci(move);
  }
}

/** SAN as people type it: zeros for O, small letters for pieces where no pawn is meant. */
function spellings(text: string): string[] {
  const castling = text.replace(/^0-0-0|^o-o-o/i, "O-O-O").replace(/^0-0(?!-)|^o-o(?!-)/i, "O-O");
  const piece = text.replace(/^[kqrn]/, (letter) => letter.toUpperCase());
  // "bc4" is a pawn's capture for some and a bishop's move for others: first as it stands
  const bishop = text.replace(/^b/, "B");
  return [...new Set([text, castling, piece, bishop])];
}

/** What a player typed: SAN ("Nf3", "nf3", "O-O", "0-0", "e8=Q") or two squares ("g1f3", "e7e8q"). */
export function parseMove(fen: string, text: string): FromTo | undefined {
  const chess = position(fen);
  const typed =
    parseUci(text) ??
    spellings(text)
      .map((spelling) => parseSan(chess, spelling))
      .find((move) => move !== undefined);
  if (!typed || !("from" in typed)) return undefined;
  // chessops writes castling as the king on his rook, the contract as two steps of the king
  return asKingSteps(fen, typed);
}
