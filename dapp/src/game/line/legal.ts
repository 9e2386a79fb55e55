import type { Square } from "chessops";
import type { LegalMove } from "../../chain/game";
import { contractPromotion, contractSquare } from "../../chess/history";
import { asKingSteps, type FromTo } from "../../chess/san";

/** The squares that each piece may go to; the king on his rook's, too, where he may castle. */
export function destsOf(legal: readonly LegalMove[], fen: string): ReadonlyMap<Square, Square[]> {
  const map = new Map<Square, Square[]>();
  const add = (from: Square, to: Square) => {
    const list = map.get(from) ?? [];
    if (!list.includes(to)) list.push(to);
    map.set(from, list);
  };
  for (const { from, to } of legal) add(contractSquare(from), contractSquare(to));
  for (const [from, rook] of castlingByRook(fen, map)) add(from, rook);
  return map;
}

/** The legal moves between two squares: several where a pawn becomes something. */
export const waysOf = (legal: readonly LegalMove[], { from, to }: FromTo): LegalMove[] =>
  legal.filter((way) => contractSquare(way.from) === from && contractSquare(way.to) === to);

/** Whether a whole move is among the legal ones. */
export const isAmong = (legal: readonly LegalMove[], move: FromTo): boolean =>
  waysOf(legal, move).some(({ promotion }) => promotion === contractPromotion(move.promotion));

/** The king's square and his rook's for each castling that is possible: players drop the one on the other, too. */
function castlingByRook(fen: string, dests: ReadonlyMap<Square, Square[]>): [Square, Square][] {
  return [4, 60].flatMap((king): [Square, Square][] => {
    const targets = dests.get(king) ?? [];
    return [
      [king + 2, king + 3],
      [king - 2, king - 4],
    ]
      .filter(([steps, rook]) => {
        if (steps === undefined || rook === undefined || !targets.includes(steps)) return false;
        const castled = asKingSteps(fen, { from: king, to: rook });
        return castled.to === steps;
      })
      .map(([, rook]): [Square, Square] => [king, rook as Square]);
  });
}
