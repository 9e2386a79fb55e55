import { type Challenge, type Color, type Game, otherColor } from "../chain/game";
import { isSameClock } from "../challenge/presets";
import type { Board, Round, Standings, Tournament } from "./contract";

/** Half points of a win. */
const WIN = 2;

/** The round whose boards are played now. */
export const runningRound = ({ tournament, rounds }: Standings): Round | undefined =>
  tournament.phase === "Running" ? rounds.at(-1) : undefined;

/** When the running round's window ends, in milliseconds. */
export const endOf = ({ paired, terms }: Tournament): number => paired + terms.window;

/** When this number of quarters of the window has passed. */
const quarters = ({ paired, terms }: Tournament, count: number): number =>
  paired + Math.floor(terms.window / 4) * count;

/** A board of the running round as the contract would see it now, with its game's current state. */
export function withGame(board: Board, game: Game | undefined): Board {
  if (board.state === "Done" || game?.id !== board.game) return board;
  const both = { white: true, black: true };
  if (game.state === "open") return board;
  if (game.state === "ongoing") return { ...board, state: "Playing", seen: both };
  // players who agree to abort a game before both have moved: the contract counts a draw
  if (game.state === "noResult" && game.endReason !== "CalledOff") {
    return { ...board, state: "Empty", game: 0, seen: seenAfter(board, game) };
  }
  const white = game.state === "whiteWon" ? WIN : game.state === "blackWon" ? 0 : 1;
  return { ...board, state: "Done", seen: both, points: { white, black: WIN - white } };
}

/** The players who have been there after a game without a result. */
function seenAfter({ seen }: Board, { endReason, turn }: Game): Board["seen"] {
  // the player to move did not come
  if (endReason === "Aborted") return { white: turn !== "white", black: turn !== "black" };
  // the contract knows who has taken the challenge back, even if both have been there
  const isOfOne = seen.white !== seen.black;
  return endReason === "Cancelled" && isOfOne ? { white: false, black: false } : seen;
}

/** Whether a board's game may have begun after the window: the contract still has a challenge for its board. */
export const mayBeLate = (board: Board | undefined, game: Game, tournament: Tournament, now: number): boolean =>
  board?.state === "Challenge" && game.state !== "open" && now >= endOf(tournament);

/** Whether `next` would move the tournament on. */
export function isNextDue(tournament: Tournament, boards: readonly Board[], now: number): boolean {
  const { phase, terms } = tournament;
  if (phase === "Entering") return now >= terms.start;
  if (phase !== "Running") return false;
  if (boards.every(({ state }) => state === "Done")) return true;
  const isPlaying = boards.some(({ state }) => state === "Playing");
  return now >= endOf(tournament) + (isPlaying ? terms.window : 0);
}

/** An entrant's place at a board of the running round. */
export type Seat = NonNullable<ReturnType<typeof seatOf>>;

/** Where an entrant plays in the running round; boards are counted from 1. */
export function seatOf(standings: Standings, boards: readonly Board[], player: string | undefined) {
  const { entrants } = standings;
  const seed = entrants.findIndex((entrant) => entrant.player === player);
  const index = boards.findIndex(({ white, black }) => seed === white || seed === black);
  const board = boards[index];
  if (!board || !player) return undefined;
  const color: Color = board.white === seed ? "white" : "black";
  const opponent = entrants[board[otherColor(color)]]?.player ?? "";
  return { number: index + 1, board, color, player, opponent };
}

/** Whether a challenge is one of a seat's board. */
export function fitsSeat(challenge: Challenge, { lastGame, terms }: Tournament, seat: Seat): boolean {
  const { id, challenger, opponent, side, clock, rounds, engines, stake } = challenge;
  const names = [challenger, opponent];
  if (side === "drawn" || !names.includes(seat.player) || !names.includes(seat.opponent)) return false;
  const isTheirColor = (challenger === seat.player ? seat.color : otherColor(seat.color)) === side;
  return (
    id > lastGame &&
    isTheirColor &&
    isSameClock(clock, terms.clock) &&
    rounds === 1 &&
    engines === terms.engines &&
    !stake
  );
}

/** Whether a game that has begun may be the one of a seat's board. */
const mayBeOf = (game: Game, { lastGame }: Tournament, seat: Seat): boolean =>
  game.id > lastGame &&
  (game.state !== "noResult" || game.endReason === "CalledOff") &&
  game.state !== "open" &&
  game[seat.color] === seat.player &&
  game[otherColor(seat.color)] === seat.opponent;

/** The duty on a player's board, and its deadline in milliseconds. */
export interface Duty {
  /** The player must act for `challenge`, `accept` and `report`, and in the game for `play`; not for `wait` and `late`. */
  what: "challenge" | "accept" | "report" | "play" | "wait" | "late";
  /** The number of the game or challenge, 0 for none. */
  game: number;
  /** Whether that game has begun. */
  isBegun: boolean;
  until: number;
}

/** A player's newest games and the open challenges, which may include a board's. */
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
    const isOwn = reported ? reported.challenger === player : board.seen[color] && !isOpponentSeen;
    return until(isOwn ? "wait" : "accept", board.game);
  }
  // if two challenges have crossed White's counts
  if (own && (color === "white" || !theirs)) return until("report", own.id);
  if (theirs) return until("accept", theirs.id);
  if (color === "black" && now < quarters(tournament, 2)) return until("wait", 0, quarters(tournament, 2));
  const last = isOpponentSeen ? quarters(tournament, 3) : end;
  return now < last ? until("challenge", 0, last) : until("late");
}

/**
 * Whether the page of a player with a purse does it automatically. A player who has been there keeps the point if the
 * opponent declines, so the page leaves another challenge to the player.
 */
export const isByItself = ({ what }: Duty, { board, color }: Seat): boolean =>
  what === "accept" || what === "report" || (what === "challenge" && !board.seen[color]);
