import { type Color, formatPoints, type Game, matchPoints } from "../chain/game";

const REASONS: Record<string, string> = {
  Checkmate: "checkmate",
  Resignation: "resignation",
  // not the contract's: the page of who runs out of time resigns
  TimeOver: "time",
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
  Cancelled: "a challenge that was taken back or declined",
  Aborted: "time ran out before both had moved",
  Left: "both leaving the match",
  PlyLimit: "ply 1,000",
};

/** While an end is open: what it will be. */
const OPEN_ENDS: Record<string, string> = {
  Checkmate: "Checkmate",
  Stalemate: "Stalemate",
  Agreement: "A draw is agreed",
};

/** The end that is open, in two or three words. */
export const openEndText = ({ endReason }: Game): string => OPEN_ENDS[endReason] ?? `Draw: ${reasonText(endReason)}`;

/** For those that are too long for a card. */
const SHORT_REASONS: Record<string, string> = {
  IllegalMove: "illegal move",
  DeadPosition: "material",
  FivefoldRepetition: "repetition",
  ThreefoldRepetition: "repetition",
  SeventyFiveMoves: "75 moves",
  FiftyMoves: "50 moves",
  Pause: "pause",
  Cancelled: "cancelled",
  Aborted: "called off",
};

/** The contract's end reason in a player's words. */
export const reasonText = (reason: string): string => REASONS[reason] ?? reason;

/** The same after "won": "by checkmate", "on time". */
export const byReason = (reason: string): string => (reason === "TimeOver" ? "on time" : `by ${reasonText(reason)}`);

/** "2½–1½": White's first, by the colours of the round that the chain is in. */
export function matchScore(game: Game): string | undefined {
  if (!game.match) return undefined;
  const { white, black } = matchPoints(game.match);
  return `${formatPoints(white)}–${formatPoints(black)}`;
}

/** How a game ended: "White won by checkmate"; a match that is over on the chain: "White won the match 2–1". */
export function endText(game: Game): string {
  if (game.match && game.match.played > 0) {
    const { white, black } = matchPoints(game.match);
    const score = `${formatPoints(Math.max(white, black))}–${formatPoints(Math.min(white, black))}`;
    return white === black
      ? `The match is drawn ${score}`
      : `${white > black ? "White" : "Black"} won the match ${score}`;
  }
  if (game.state === "drawn") return `Drawn ${byReason(game.endReason)}`;
  if (game.state === "noResult") return `No result: ${reasonText(game.endReason)}`;
  return `${game.state === "whiteWon" ? "White" : "Black"} won ${byReason(game.endReason)}`;
}

/** The same for one of the players: "You won by checkmate". */
export function endTextFor(game: Game, you: Color | undefined): string {
  if (!you || game.state === "drawn" || game.state === "noResult") return endText(game);
  const hasWon = (game.state === "whiteWon") === (you === "white");
  if (game.match && game.match.played > 0) {
    const { white, black } = matchPoints(game.match);
    const [mine, theirs] = you === "white" ? [white, black] : [black, white];
    return `You ${hasWon ? "won" : "lost"} the match ${formatPoints(mine)}–${formatPoints(theirs)}`;
  }
  return `You ${hasWon ? "won" : "lost"} ${byReason(game.endReason)}`;
}

/** The same in two words, for a small card: "Won · checkmate". */
export function shortEndText(game: Game, you: Color): string {
  const how = game.match?.played ? "match" : (SHORT_REASONS[game.endReason] ?? reasonText(game.endReason));
  if (game.state === "noResult") return `No result · ${how}`;
  const hasWon = (game.state === "whiteWon") === (you === "white");
  const result = game.state === "drawn" ? "Draw" : hasWon ? "Won" : "Lost";
  return `${result} · ${how}`;
}

/** "1 move", "12 moves", of a number of plies. */
export function moveCount(plies: number): string {
  const moves = Math.ceil(plies / 2);
  return `${moves} ${moves === 1 ? "move" : "moves"}`;
}

/** How many stakes a player of the game has paid. */
export const stakesAt = ({ match }: Game): bigint => BigInt(match?.rounds ?? 1);

/** How many stakes a player of the game was paid; of a match by its rounds that counted (SPEC section 6). */
export function stakesPaid(game: Game, you: Color): bigint {
  if (game.match) {
    const points = matchPoints(game.match)[you];
    return BigInt(game.match.rounds + points - game.match.played);
  }
  if (game.state === "drawn" || game.state === "noResult") return 1n;
  return (game.state === "whiteWon") === (you === "white") ? 2n : 0n;
}
