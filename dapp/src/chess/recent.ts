const NUMBERS = 3;

/** The last moves of a game with their numbers: "11. Bxb5+ Nbd7 12. O-O-O". */
export function recentMoves(moves: readonly string[]): string {
  const first = Math.max(0, Math.ceil(moves.length / 2) - NUMBERS) * 2;
  return moves
    .slice(first)
    .map((move, index) => (index % 2 === 0 ? `${(first + index) / 2 + 1}. ${move}` : move))
    .join(" ");
}
