import type { Move, Role, Square } from "chessops";
import { Chess } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { makeSanAndPlay } from "chessops/san";
import { squareRank } from "chessops/util";
import { t } from "../i18n/i18n";
import { decodeMoves, PROMOTIONS } from "./canonical";
import type { FromTo } from "./san";
import { START_FEN } from "./start";

/** A move that the chain has, and the position it led to. */
export interface Ply {
  move: FromTo;
  san: string;
  /** The position after the move. */
  fen: string;
  check: boolean;
  captured: Role | undefined;
}

/** The contract counts squares from a8, chessops (as canonical moves do) from a1. */
export const contractSquare = (square: Square): number => square ^ 56;

/** The contract's number of a promotion: 1 queen, 2 rook, 3 bishop, 4 knight, 0 none. */
export const contractPromotion = (role: Role | undefined): number => (role ? PROMOTIONS.indexOf(role) + 1 : 0);

/** The piece of the contract's number, none for 0. */
export const promotionRole = (number: number): Role | undefined => PROMOTIONS[number - 1];

/** The game that was played last: the next one mostly is the same, or goes on from it. */
let last: { start: string; bytes: Uint8Array; plies: readonly Ply[]; position: Chess } | undefined;

/**
 * Plays a game's moves, whatever they are: the chain has judged them.
 * @param start where it begins, a FEN of a legal position
 */
export function replay(bytes: Uint8Array, start = START_FEN): Ply[] {
  const known =
    last?.start === start && last.bytes.every((byte, index) => byte === bytes[index])
      ? last
      : { bytes: new Uint8Array(), plies: [], position: Chess.fromSetup(parseFen(start).unwrap()).unwrap() };
  const position = known.position.clone();
  const plies = [...known.plies];
  for (const move of decodeMoves(bytes.subarray(known.bytes.length))) {
    const captured = capturedBy(position, move);
    const san = makeSanAndPlay(position, move);
    plies.push({ move, san, fen: makeFen(position.toSetup()), check: position.isCheck(), captured });
  }
  last = { start, bytes: bytes.slice(), plies: [...plies], position };
  return plies;
}

/** Where a game's moves lead, whatever they are, and the last of them. */
export function lastPosition(bytes: Uint8Array): { fen: string; lastMove: FromTo | undefined } {
  const position = Chess.default();
  const moves = decodeMoves(bytes);
  for (const move of moves) position.play(move);
  return { fen: makeFen(position.toSetup()), lastMove: moves.at(-1) };
}

function capturedBy(position: Chess, move: Move & { from: Square }): Role | undefined {
  const piece = position.board.get(move.from);
  const target = position.board.get(move.to);
  if (target && target.color !== piece?.color) return target.role;
  const passing = piece?.role === "pawn" && (move.to - move.from) % 8 !== 0;
  return passing ? "pawn" : undefined;
}

/** Whether a pawn's move from here to there ends on the last rank. */
export const isPromotion = (role: Role | undefined, to: Square): boolean =>
  role === "pawn" && (squareRank(to) === 0 || squareRank(to) === 7);

/** Whether the position of now came up three times or more. */
export function isThreefold(plies: readonly Pick<Ply, "fen">[]): boolean {
  const position = (fen: string) => fen.split(" ").slice(0, 4).join(" ");
  const now = position(plies.at(-1)?.fen ?? START_FEN);
  return [START_FEN, ...plies.map(({ fen }) => fen)].filter((fen) => position(fen) === now).length >= 3;
}

/** Why a draw can be claimed: the position came up three times, or nothing irreversible happened in 50 moves. */
export const drawReason = (plies: readonly Ply[]): string =>
  isThreefold(plies) ? t("the position came up three times") : t("50 moves without a capture or a pawn move");
