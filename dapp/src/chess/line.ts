import type { Square } from "chessops";
import { Chess } from "chessops/chess";
import { makeFen } from "chessops/fen";
import type { LegalMove } from "../chain/game";
import { decodeMoves } from "./canonical";
import { contractPromotion, contractSquare, type Ply } from "./history";

/** A game's rules by chessops: what the chain will say of moves that it doesn't know yet. */

/** How a position ends the game: a mate, or one of the draws that need no claim. The contract's names. */
export type BoardEnd = "Checkmate" | "Stalemate" | "DeadPosition" | "SeventyFiveMoves" | "FivefoldRepetition";

/** Half-moves without a capture or a pawn move: 75 moves each end the game, 50 can be claimed. */
const SEVENTY_FIVE_MOVES = 150;
const FIFTY_MOVES = 100;

/** The legal game that was looked at last: the next one mostly is the same, or goes on from it. */
let last: { moves: readonly Ply["move"][]; position: Chess } = { moves: [], position: Chess.default() };

const isSameMove = (one: Ply["move"], other: Ply["move"] | undefined): boolean =>
  one.from === other?.from && one.to === other.to && one.promotion === other.promotion;

/** The position after some moves; none where one of them isn't legal, or follows the game's end. */
export function positionAfter(moves: readonly Ply["move"][]): Chess | undefined {
  const goesOn = last.moves.every((move, ply) => isSameMove(move, moves[ply]));
  const position = goesOn ? last.position.clone() : Chess.default();
  for (const move of goesOn ? moves.slice(last.moves.length) : moves) {
    if (position.halfmoves >= SEVENTY_FIVE_MOVES || position.isEnd() || !position.isLegal(move)) return undefined;
    position.play(move);
  }
  last = { moves: [...moves], position: position.clone() };
  return position;
}

/** Whether all moves are legal. */
export function isLegalGame(moves: Uint8Array): boolean {
  try {
    return positionAfter(decodeMoves(moves)) !== undefined;
  } catch {
    return false;
  }
}

/** How often the last position has come up. */
function occurrences(plies: readonly Ply[]): number {
  const key = (fen: string) => fen.split(" ").slice(0, 4).join(" ");
  const last = key(plies.at(-1)?.fen ?? "");
  const start = key(makeFen(Chess.default().toSetup()));
  return [start, ...plies.map(({ fen }) => key(fen))].filter((fen) => fen === last).length;
}

/** Why the last position ends the game, if it does. */
export function boardEnd(plies: readonly Ply[]): BoardEnd | undefined {
  const position = positionAfter(plies.map(({ move }) => move));
  if (!position) return undefined;
  if (position.isCheckmate()) return "Checkmate";
  if (position.isStalemate()) return "Stalemate";
  if (position.isInsufficientMaterial()) return "DeadPosition";
  if (position.halfmoves >= SEVENTY_FIVE_MOVES) return "SeventyFiveMoves";
  return occurrences(plies) >= 5 ? "FivefoldRepetition" : undefined;
}

/** Whether the player to move can claim a draw. */
export function isDrawClaimable(plies: readonly Ply[]): boolean {
  const halfmoves = Number(plies.at(-1)?.fen.split(" ")[4] ?? 0);
  return halfmoves >= FIFTY_MOVES || occurrences(plies) >= 3;
}

/** The legal moves of the player to move, as the contract writes them. */
export function legalMoves(plies: readonly Ply[]): LegalMove[] {
  const position = positionAfter(plies.map(({ move }) => move));
  if (!position || boardEnd(plies)) return [];
  const moves: LegalMove[] = [];
  for (const [from, dests] of position.allDests()) {
    const role = position.board.getRole(from);
    for (const dest of dests) {
      // chessops castles with the king on his rook
      const castles = role === "king" && position.board[position.turn].has(dest);
      const to = (castles ? (dest > from ? from + 2 : from - 2) : dest) as Square;
      const promotes = role === "pawn" && (to < 8 || to >= 56);
      const promotions = promotes ? (["queen", "rook", "bishop", "knight"] as const) : [undefined];
      for (const promotion of promotions) {
        const move = { from: contractSquare(from), to: contractSquare(to), promotion: contractPromotion(promotion) };
        if (
          !moves.some((known) => known.from === move.from && known.to === move.to && known.promotion === move.promotion)
        )
          moves.push(move);
      }
    }
  }
  return moves;
}

const PROMOTION_CODES = ["queen", "rook", "bishop", "knight"];

/** A move in canonical binary: two bytes, three with a promotion (document 004). */
export function encodeMove({ from, to, promotion }: { from: Square; to: Square; promotion?: string | undefined }) {
  return promotion ? Uint8Array.of(from, to | 0x40, PROMOTION_CODES.indexOf(promotion)) : Uint8Array.of(from, to);
}
