import type { Square } from "chessops";
import type { LegalMove } from "../../chain/game";
import { contractPromotion, contractSquare, isThreefold, type Ply } from "../../chess/history";
import { asKingSteps, type FromTo, fenAfter } from "../../chess/san";

/** The king's square, where his two steps lead, and his rook's: players drop the one on the other, too. */
const CASTLINGS: readonly [king: Square, steps: Square, rook: Square][] = [4, 60].flatMap((king) => [
  [king, king + 2, king + 3],
  [king, king - 2, king - 4],
]);

/** The squares that each piece may go to; the king on his rook's, too, where he may castle. */
export function destsOf(legal: readonly LegalMove[], fen: string): ReadonlyMap<Square, Square[]> {
  const map = new Map<Square, Square[]>();
  const add = (from: Square, to: Square) => {
    const list = map.get(from) ?? [];
    if (!list.includes(to)) list.push(to);
    map.set(from, list);
  };
  for (const { from, to } of legal) add(contractSquare(from), contractSquare(to));
  for (const [king, steps, rook] of CASTLINGS) {
    const isPossible = map.get(king)?.includes(steps) && asKingSteps(fen, { from: king, to: rook }).to === steps;
    if (isPossible) add(king, rook);
  }
  return map;
}

/** The legal moves between two squares: several where a pawn becomes something. */
export const waysOf = (legal: readonly LegalMove[], { from, to }: FromTo): LegalMove[] =>
  legal.filter((way) => contractSquare(way.from) === from && contractSquare(way.to) === to);

/** Whether a whole move is among the legal ones. */
export const isAmong = (legal: readonly LegalMove[], move: FromTo): boolean =>
  waysOf(legal, move).some(({ promotion }) => promotion === contractPromotion(move.promotion));

/** The number of plies without a capture or a pawn move after which a draw can be claimed, and of those in a FEN. */
const FIFTY_MOVES = 100;
const halfmoves = (fen: string): number => Number(fen.split(" ")[4]);
/** The least plies after which a position comes up for the third time. */
const LEAST_FOR_THREE = 8;

/** The moves with which a draw can be claimed (FIDE 9.2.1.1, 9.3.1). */
export function claimingMoves(legal: readonly LegalMove[], plies: readonly Ply[]): LegalMove[] {
  const fen = plies.at(-1)?.fen;
  if (!fen || halfmoves(fen) + 1 < LEAST_FOR_THREE) return [];
  return legal.filter((move) => {
    const after = fenAfter(fen, { from: contractSquare(move.from), to: contractSquare(move.to) });
    return halfmoves(after) >= FIFTY_MOVES || isThreefold([...plies, { fen: after }]);
  });
}
