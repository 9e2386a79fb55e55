import type { Piece } from "chessops";
import { useRef } from "react";
import { pieceAt, SQUARES } from "./sixBySix";

interface PlacedPiece {
  key: number;
  piece: Piece;
  index: number;
}

/** The pieces with names that they keep while they move, so that they glide. */
export function usePieces(board: Uint8Array): PlacedPiece[] {
  const before = useRef<PlacedPiece[]>([]);
  const next = useRef(0);
  const placed = SQUARES.flatMap((index): { piece: Piece; index: number }[] => {
    const piece = pieceAt(board, index);
    return piece ? [{ piece, index }] : [];
  });
  const isSame = (a: Piece, b: Piece) => a.color === b.color && a.role === b.role;
  const free = new Set(before.current);
  const take = (found: PlacedPiece | undefined) => {
    if (found) free.delete(found);
    return found?.key;
  };
  const stayed = placed.map(({ piece, index }) =>
    take(before.current.find((old) => old.index === index && isSame(old.piece, piece))),
  );
  before.current = placed.map(({ piece, index }, place) => {
    const key = stayed[place] ?? take([...free].find((old) => isSame(old.piece, piece))) ?? next.current++;
    return { key, piece, index };
  });
  // one order for good: what stays in its place in the document can glide on the board
  return before.current.toSorted((a, b) => a.key - b.key);
}
