import type { Color } from "../chain/game";

/** Where a game begins. Apart from what knows the rules, which the lobby does without. */
export const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** Whose turn it is in a position. */
export const turnOf = (fen: string): Color => (fen.split(" ")[1] === "b" ? "black" : "white");
