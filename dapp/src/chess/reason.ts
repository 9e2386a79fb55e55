import type { Game } from "../chain/chess";

const REASONS: Record<string, string> = {
  Checkmate: "checkmate",
  Resignation: "resignation",
  Inactivity: "inactivity",
  IllegalMove: "an illegal move that was called",
  Stalemate: "stalemate",
  DeadPosition: "too little material for a mate",
  FivefoldRepetition: "fivefold repetition",
  SeventyFiveMoves: "75 moves without a capture or a pawn move",
  ThreefoldRepetition: "threefold repetition",
  FiftyMoves: "50 moves without a capture or a pawn move",
  Agreement: "agreement",
  Pause: "a long pause of the contract",
};

/** For those that are too long for a card. */
const SHORT_REASONS: Record<string, string> = {
  IllegalMove: "illegal move",
  DeadPosition: "material",
  FivefoldRepetition: "repetition",
  ThreefoldRepetition: "repetition",
  SeventyFiveMoves: "75 moves",
  FiftyMoves: "50 moves",
  Pause: "pause",
};

/** The contract's end reason in a player's words. */
export const reasonText = (reason: string): string => REASONS[reason] ?? reason;

/** How a game ended: "White won by checkmate". */
export function endText(game: Game): string {
  const how = reasonText(game.endReason);
  if (game.state === "drawn") return `Drawn by ${how}`;
  return `${game.state === "whiteWon" ? "White" : "Black"} won by ${how}`;
}

/** The same for one of the players: "You won by checkmate". */
export function endTextFor(game: Game, you: "white" | "black" | undefined): string {
  if (!you || game.state === "drawn") return endText(game);
  const hasWon = (game.state === "whiteWon") === (you === "white");
  return `You ${hasWon ? "won" : "lost"} by ${reasonText(game.endReason)}`;
}

/** The same in two words, for a small card: "Won · checkmate". */
export function shortEndText(game: Game, you: "white" | "black"): string {
  const hasWon = (game.state === "whiteWon") === (you === "white");
  const result = game.state === "drawn" ? "Draw" : hasWon ? "Won" : "Lost";
  return `${result} · ${SHORT_REASONS[game.endReason] ?? reasonText(game.endReason)}`;
}

/** "1 move", "12 moves", of a number of plies. */
export function moveCount(plies: number): string {
  const moves = Math.ceil(plies / 2);
  return `${moves} ${moves === 1 ? "move" : "moves"}`;
}

/** How many wagers a player of the game was paid. */
export function wagersPaid(game: Game, player: string): 0n | 1n | 2n {
  if (game.state === "drawn") return 1n;
  const winner = game.state === "whiteWon" ? game.white : game.black;
  return winner === player ? 2n : 0n;
}
