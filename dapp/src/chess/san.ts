import type { NormalMove, Square } from "chessops";
import { Chess } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan, parseSan } from "chessops/san";
import { makeUci, parseUci, roleToChar } from "chessops/util";
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
  chess.halfmoves = setup.halfmoves;
  chess.fullmoves = setup.fullmoves;
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

/** Where a side's king is. */
export const kingSquare = (fen: string, color: Color): Square | undefined => position(fen).board.kingOf(color);

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

/** Marks behind a move, as in the reader of PGN files. */
const MARK =
  /(?:dbl\.ch\.|e\.p\.|mate|\(=\)|\+\/-|-\/\+|\+\/=|=\/\+|\+-|-\+|\+=|=\+|ch\.?|ep|TN|[ND+#!?=±∓⩲⩱∞□⌓‼⁇⁉⁈.,])$/u;

const FIGURINES: Record<string, string> = { "♔♚": "K", "♕♛": "Q", "♖♜": "R", "♗♝": "B", "♘♞": "N" };

/** Figurines as letters, and one sign for each dash, capture, mate and O. */
function plain(text: string): string {
  const letters = Object.entries(FIGURINES).reduce(
    (typed, [figurines, letter]) => typed.replace(new RegExp(`[${figurines}]`, "gu"), letter),
    text.trim().replace(/^\d+[.…]+\s*/u, ""),
  );
  return letters
    .replace(/♙|♟|\ufe0e|\ufe0f/gu, "")
    .replace(/[‐‑‒–—−]/gu, "-")
    .replace(/[×:]/gu, "x")
    .replace(/[†‡]/gu, "+")
    .replace(/[Оо]/gu, "O");
}

/** Dashes, crosses and signs of promotion only where they belong. */
const SIGNS_IN_PLACE = /^[^-xX=()/]+(?:[-xX](?=[a-hO0])[^-xX=()/]+)*(?:[=/][QRBN]|\([QRBN]\))?$/i;

/** A legal move with the words that mean it, in small letters without dashes and crosses. */
function spelled(chess: Chess, uci: FromTo) {
  const { board } = chess;
  const piece = board.get(uci.from);
  const isCastling = piece?.role === "king" && board[piece.color].has(uci.to);
  const move = isCastling ? { from: uci.from, to: uci.to > uci.from ? uci.from + 2 : uci.from - 2 } : uci;
  const squares = makeUci(move);
  const [from, to, short] = [squares.slice(0, 2), squares.slice(2), squares.slice(2, 4)];
  const isPawn = piece?.role === "pawn";
  const isCapture = !isCastling && (board.has(uci.to) || (isPawn && from[0] !== to[0]));
  const letter = roleToChar(piece?.role ?? "pawn");
  const names = isPawn ? ["", letter] : [letter];
  const words = ["", from.charAt(0), from.charAt(1), from].flatMap((origin) =>
    names.flatMap((name) => [to, short].map((target) => name + origin + target)),
  );
  if (isCastling) words.push(uci.to > uci.from ? "oo" : "ooo");
  if (isPawn && isCapture) words.push(from.charAt(0) + to.charAt(0));
  const both = isCastling ? [squares, makeUci(uci)] : [squares];
  // without its piece a promotion fits four moves
  return {
    move,
    letter,
    isCapture,
    squares: both,
    words: new Set([...words, ...both, from + short]),
  };
}

function legalMoves(chess: Chess): FromTo[] {
  const roles = ["queen", "rook", "bishop", "knight"] as const;
  return [...chess.allDests()].flatMap(([from, dests]) =>
    [...dests].flatMap((to): FromTo[] =>
      chess.board.get(from)?.role === "pawn" && (to < 8 || to > 55)
        ? roles.map((promotion) => ({ from, to, promotion }))
        : [{ from, to }],
    ),
  );
}

/** The legal moves that a spelling without marks fits. */
function meanings(chess: Chess, text: string): FromTo[] {
  // chessops reads "xd5"
  const exact = /^[-xX]/.test(text) ? undefined : parseSan(chess, text);
  if (exact && "from" in exact) {
    // chessops also reads "bc5", which may be the bishop's
    const { move, isCapture } = spelled(chess, exact);
    if (isCapture === text.includes("x")) return [move];
  }
  const word = text.replace(/[-xX=()/]/g, "");
  // a capital letter beside small ones is no file
  if (!SIGNS_IN_PLACE.test(text) || /.[A-H].*[a-h]|[a-h].*[A-H]./.test(word)) return [];
  // a capital B beside small letters or alone is the bishop, never the file
  const isBishop = /^B(?:.*[a-z]|.$)/.test(word);
  const small = word.toLowerCase();
  const fits = legalMoves(chess)
    .map((move) => spelled(chess, move))
    .filter(({ isCapture }) => isCapture || !/x/i.test(text))
    .filter(({ words }) => words.has(small) || words.has(small.replaceAll("0", "o")))
    .filter(({ letter }) => !isBishop || letter === "b");
  // two squares are the move from one to the other, not a bishop's from a rank
  const squares = fits.filter((fit) => fit.squares.includes(small));
  return (squares.length > 0 ? squares : fits).map(({ move }) => move);
}

/** The moves that a text means; more than one if it is ambiguous. */
export function readMoves(fen: string, text: string): FromTo[] {
  const chess = position(fen);
  for (let rest = plain(text); ; rest = rest.replace(MARK, "")) {
    const found = meanings(chess, rest);
    if (found.length > 0) return found;
    if (!MARK.test(rest)) break;
  }
  // squares are taken unchanged: a contract with the rule "forfeit" takes moves that leave the king attacked
  const squares = parseUci(text);
  return squares && "from" in squares ? [asKingSteps(fen, squares)] : [];
}

/** The move that a text means, or the names of all that it can mean. */
export function moveOrNames(fen: string, text: string): FromTo | string[] {
  return parseMove(fen, text) ?? readMoves(fen, text).map((move) => sanOf(fen, move));
}

/** The move that a player typed, in any spelling of `interaction/src/pgn/spellings.tsv`. */
export function parseMove(fen: string, text: string): FromTo | undefined {
  const [move, ...others] = readMoves(fen, text);
  return others.length === 0 ? move : undefined;
}
