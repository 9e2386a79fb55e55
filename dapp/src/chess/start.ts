/** Where a game begins. Apart from what knows the rules, which the lobby does without. */
export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
