/**
 * A position's name in the list of openings: 32 bits of FNV-1a over board, side to move, castling and en passant, in
 * base 36. openings.mjs makes the list with it, and sees to it that no two openings share one.
 * @param fen as chessops writes it
 */
export function openingKey(fen: string): string {
  let hash = 0x811c9dc5;
  for (const character of fen.split(" ").slice(0, 4).join(" ")) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
