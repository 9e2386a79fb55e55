import { type Challenge, type Game, otherColor } from "../chain/game";
import { endOf, fitsSeat, mayBeOf, quarters, type Seat } from "./boards";
import type { Tournament } from "./contract";

/** The duty on a player's board, and its deadline in milliseconds. */
export interface Duty {
  /** `challenge`, `accept` and `report` are for the player to do; `play` too, in the game; `wait` and `late` are not. */
  what: "challenge" | "accept" | "report" | "play" | "wait" | "late";
  /** The game or the challenge that it is about. */
  game: number;
  /** Whether that game has begun. */
  isBegun: boolean;
  until: number;
}

/** A player's newest games and the open challenges, which may include those of a board. */
export interface Known {
  games: readonly Game[];
  challenges: readonly Challenge[];
}

/** The duty on a player's board that has no result yet. */
export function dutyOf(tournament: Tournament, seat: Seat, known: Known, now: number): Duty | undefined {
  const { board, color, player, opponent } = seat;
  const end = endOf(tournament);
  const until = (what: Duty["what"], game = 0, until = end, isBegun = false): Duty => ({ what, game, until, isBegun });
  if (board.state === "Done") return undefined;
  if (board.state === "Playing") return until("play", board.game, end + tournament.terms.window, true);
  const begun = known.games.find((game) => game.id !== board.game && mayBeOf(game, tournament, seat));
  if (begun) return until("report", begun.id, end + tournament.terms.window, begun.state === "ongoing");
  if (now >= end) return undefined;
  const fitting = known.challenges.filter((challenge) => fitsSeat(challenge, tournament, seat));
  const own = fitting.find(({ challenger }) => challenger === player);
  const theirs = fitting.find(({ challenger }) => challenger === opponent);
  const isOpponentSeen = board.seen[otherColor(color)];
  if (board.state === "Challenge") {
    const reported = fitting.find(({ id }) => id === board.game);
    const isOwn = reported ? reported === own : board.seen[color] && !isOpponentSeen;
    return until(isOwn ? "wait" : "accept", board.game);
  }
  // of challenges that have crossed White's counts
  if (own && (color === "white" || !theirs)) return until("report", own.id);
  if (theirs) return until("accept", theirs.id);
  if (color === "black" && now < quarters(tournament, 2)) return until("wait", 0, quarters(tournament, 2));
  const last = isOpponentSeen ? quarters(tournament, 3) : end;
  return now < last ? until("challenge", 0, last) : until("late");
}

/**
 * Whether the page of a player with a purse does it unasked. A player who has been there keeps the point if the opponent
 * declines: another challenge is the player's own wish.
 */
export const isByItself = ({ what }: Duty, { board, color }: Seat): boolean =>
  what === "accept" || what === "report" || (what === "challenge" && !board.seen[color]);
