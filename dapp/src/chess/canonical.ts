import type { Role } from "chessops";
import type { FromTo } from "./san";

/** In the order of their numbers. */
export const PROMOTIONS: readonly Role[] = ["queen", "rook", "bishop", "knight"];

/**
 * The moves of `getMoves`: two bytes each, three with a promotion (document 004).
 * @throws Error where the bytes are no canonical moves.
 */
export function decodeMoves(bytes: Uint8Array): FromTo[] {
  const moves: FromTo[] = [];
  for (let at = 0; at < bytes.length; ) {
    const from = bytes[at++];
    const to = bytes[at++];
    if (from === undefined || to === undefined || from > 63) throw new Error("the moves are no canonical chess moves");
    if (to < 64) {
      moves.push({ from, to });
      continue;
    }
    const promotion = PROMOTIONS[bytes[at++] ?? 4];
    if (to >= 128 || !promotion) throw new Error("the moves are no canonical chess moves");
    moves.push({ from, to: to & 63, promotion });
  }
  return moves;
}

/** A move in canonical binary: two bytes, three with a promotion (document 004). */
export function encodeMove({ from, to, promotion }: FromTo) {
  return promotion ? Uint8Array.of(from, to | 0x40, PROMOTIONS.indexOf(promotion)) : Uint8Array.of(from, to);
}
