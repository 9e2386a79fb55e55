import { fnv1a } from "../browser/fnv1a";

/**
 * A position's name in the list of openings: a hash of board, side to move, castling and en passant, in base 36.
 * openings.mjs makes the list with it, and fails if two openings share one.
 * @param fen as chessops writes it
 */
export const openingKey = (fen: string): string => fnv1a(fen.split(" ").slice(0, 4).join(" ")).toString(36);
