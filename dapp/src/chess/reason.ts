import { type Color, formatPoints, type Game, isAborted, matchPoints } from "../chain/game";
import { leftToRight, type Message, msg, t } from "../i18n/i18n";

const REASONS: Record<string, Message> = {
  Checkmate: msg("checkmate"),
  Resignation: msg("resignation"),
  // not the contract's: the page of who runs out of time resigns
  TimeOver: msg("time"),
  Inactivity: msg("inactivity"),
  IllegalMove: msg("an illegal move that was called"),
  Stalemate: msg("stalemate"),
  DeadPosition: msg("too little material for a mate"),
  FivefoldRepetition: msg("fivefold repetition"),
  SeventyFiveMoves: msg("75 moves without a capture or a pawn move"),
  ThreefoldRepetition: msg("threefold repetition"),
  FiftyMoves: msg("50 moves without a capture or a pawn move"),
  Agreement: msg("agreement"),
  Pause: msg("a long pause of the contract"),
  Cancelled: msg("a challenge that was taken back"),
  Declined: msg("a challenge that was declined"),
  Aborted: msg("time ran out before both had moved"),
  // not the contract's: the page tells such a draw from others
  CalledOff: msg("aborted"),
  Left: msg("both leaving the match"),
  PlyLimit: msg("ply 1,000"),
};

/** While an end is open: what it will be. */
const OPEN_ENDS: Record<string, Message> = {
  Checkmate: msg("Checkmate"),
  Resignation: msg("Resignation"),
  TimeOver: msg("Out of time"),
  Stalemate: msg("Stalemate"),
  Agreement: msg("A draw is agreed"),
};

/** The end that is open, in two or three words. */
export function openEndText(game: Game): string {
  const { endReason } = game;
  if (isAborted(game) || endReason === "CalledOff") return t("Aborted");
  const text = OPEN_ENDS[endReason];
  return text ? t(text) : t("Draw: {reason}", { reason: reasonText(endReason) });
}

/** For those that are too long for a card. */
const SHORT_REASONS: Record<string, Message> = {
  IllegalMove: msg("illegal move"),
  DeadPosition: msg("material"),
  FivefoldRepetition: msg("repetition"),
  ThreefoldRepetition: msg("repetition"),
  SeventyFiveMoves: msg("75 moves"),
  FiftyMoves: msg("50 moves"),
  Pause: msg("pause"),
  Cancelled: msg("taken back"),
  Declined: msg("declined"),
  Aborted: msg("called off"),
};

/** The contract's end reason in English words, as a PGN has it. */
export const englishReason = (reason: string): string => REASONS[reason] ?? reason;

/** The contract's end reason in a player's words. */
export function reasonText(reason: string): string {
  const text = REASONS[reason];
  return text ? t(text) : reason;
}

/** The same after "won": "by checkmate", "on time". */
export const byReason = (reason: string): string =>
  reason === "TimeOver" ? t("on time") : t("by {reason}", { reason: reasonText(reason) });

/** "2½–1½": White's first, by the colours of the round that the chain is in. */
export function matchScore(game: Game): string | undefined {
  if (!game.match) return undefined;
  const { white, black } = matchPoints(game.match);
  return scoreText(white, black);
}

/** "2½–1½" in this order, in whatever text. */
const scoreText = (one: number, other: number): string => leftToRight(`${formatPoints(one)}–${formatPoints(other)}`);

/** How a game ended: "White won by checkmate"; a match that is over on the chain: "White won the match 2–1". */
export function endText(game: Game): string {
  if (game.endReason === "CalledOff") return t("Aborted: no result");
  if (game.match && game.match.played > 0) {
    const { white, black } = matchPoints(game.match);
    const score = scoreText(Math.max(white, black), Math.min(white, black));
    if (white === black) return t("The match is drawn {score}", { score });
    return white > black ? t("White won the match {score}", { score }) : t("Black won the match {score}", { score });
  }
  if (game.state === "noResult") return t("No result: {reason}", { reason: reasonText(game.endReason) });
  const how = byReason(game.endReason);
  if (game.state === "drawn") return t("Drawn {how}", { how });
  return game.state === "whiteWon" ? t("White won {how}", { how }) : t("Black won {how}", { how });
}

/** The same for one of the players: "You won by checkmate". */
export function endTextFor(game: Game, you: Color | undefined): string {
  if (!you || game.state === "drawn" || game.state === "noResult") return endText(game);
  const hasWon = (game.state === "whiteWon") === (you === "white");
  if (game.match && game.match.played > 0) {
    const { white, black } = matchPoints(game.match);
    const [mine, theirs] = you === "white" ? [white, black] : [black, white];
    const score = scoreText(mine, theirs);
    return hasWon ? t("You won the match {score}", { score }) : t("You lost the match {score}", { score });
  }
  const how = byReason(game.endReason);
  return hasWon ? t("You won {how}", { how }) : t("You lost {how}", { how });
}

/** The same in two words, for a small card: "Won · checkmate". */
export function shortEndText(game: Game, you: Color): string {
  const short = SHORT_REASONS[game.endReason];
  const how = game.match?.played ? t("match") : short ? t(short) : reasonText(game.endReason);
  if (game.state === "noResult") return `${t("No result")} · ${how}`;
  const hasWon = (game.state === "whiteWon") === (you === "white");
  const result = game.state === "drawn" ? t("Draw") : hasWon ? t("Won") : t("Lost");
  return `${result} · ${how}`;
}

/** Whose turn it is, for who plays neither side. */
export const toMoveText = (turn: Color): string => (turn === "white" ? t("White to move") : t("Black to move"));

/** "1 move", "12 moves", of a number of plies. */
export const moveCount = (plies: number): string =>
  t("{count, plural, one {# move} other {# moves}}", { count: Math.ceil(plies / 2) });

/** A game's moves; of a match that is over the games that were played. */
export const lengthText = ({ match, plies }: Game): string =>
  match?.played ? t("{count, plural, one {# game} other {# games}}", { count: match.played }) : moveCount(plies);

/** How many stakes a player of the game has paid. */
export const stakesAt = ({ match }: Game): bigint => BigInt(match?.rounds ?? 1);

/** How many stakes a player of the game was paid; of a match by its rounds that counted. */
export function stakesPaid(game: Game, you: Color): bigint {
  if (game.match) {
    const points = matchPoints(game.match)[you];
    return BigInt(game.match.rounds + points - game.match.played);
  }
  if (game.state === "drawn" || game.state === "noResult") return 1n;
  return (game.state === "whiteWon") === (you === "white") ? 2n : 0n;
}
