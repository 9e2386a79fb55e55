import type {
  ChessAwaits,
  ChessChallenge,
  ChessGame,
  ChessGameState,
  ChessLegalMove,
  ChessSnapshot,
  ChessTimeControl,
  Numeric,
} from "./abiTypes";
import type { Payment } from "./payment";

/** The answers of the contract's views about games, as the page uses them. */

export type Color = "white" | "black";

/** How a game stands. A draw of any kind is `drawn`; `open` is a challenge that waits for its second player. */
export type GameState = "ongoing" | "whiteWon" | "blackWon" | "drawn" | "open" | "noResult";

/** The event that an ongoing game awaits: a move, the move asked for on chain, or a longer game than its open end's. */
export type Awaits = "move" | "answer" | "longerGame";

/** A game as `getGame` answers it. */
export interface Game {
  id: number;
  white: string;
  black: string;
  turn: Color;
  state: GameState;
  /** The contract's name of it: `Checkmate`, `Resignation`, … While an end is open, what it would end by. */
  endReason: string;
  /** From this epoch on the time is over of what the game awaits; 0 where epochs don't count. */
  deadlineEpoch: number;
  /** In which epoch the game began to await it. */
  waitEpoch?: number | undefined;
  /** Whether time runs on the chain for what the game awaits; not in play by signature until somebody asks. */
  hasDeadline: boolean;
  plies: number;
  awaits: Awaits;
  /** Where it is a match of several rounds. */
  match?: Match | undefined;
  /** Whether both players may use a chess program. */
  engines?: boolean;
  /** Players or board have ended the game or the round, says a relay; the chain doesn't know yet. */
  isEnded?: boolean;
}

/** How a match stands on the chain. `First` is White of round 0; sides change with each round. */
export interface Match {
  /** How many rounds it may have. */
  rounds: number;
  /** The round that the chain is in, from 0. */
  round: number;
  /** The points of `first` from the rounds before that one, or once it is over from all that counted: win 2, draw 1. */
  points: number;
  /** How many rounds counted; 0 until it is over. */
  played: number;
}

/** A Fischer clock: each player's time at the start and what a move adds, in seconds. */
export interface TimeControl {
  base: number;
  increment: number;
}

/** The colour that a challenger wants; the contract's number for it is the place in this list. */
export const SIDES = ["white", "black", "drawn"] as const;
export type Side = (typeof SIDES)[number];

/** The clocks of a game, in milliseconds: what was left when the current wait began, and how long it has lasted. */
export interface Clocks extends TimeControl {
  left: Record<Color, number>;
  waited: number;
}

/** The account that stands where a challenge names nobody: 32 zero bytes. */
export const NOBODY = "erd1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq6gq4hu";

/** Whether it is over; a challenge that waits isn't. */
export const isOver = ({ state }: Game): boolean => state !== "ongoing" && state !== "open";

/** The plies at which both have moved, so that a game can no longer be called off. */
export const ABORTED_BEFORE = 2;

/** Whether it ends, or would end, by a draw that was agreed on before both had moved: so players abort a game. */
export const isAborted = ({ endReason, plies }: Pick<Game, "endReason" | "plies">): boolean =>
  endReason === "Agreement" && plies < ABORTED_BEFORE;

/** The same without a result, where it is over and was aborted: of a match in its first round, others count. */
export const withoutResult = (game: Game): Game =>
  game.state === "drawn" && isAborted(game) && !game.match?.round
    ? { ...game, state: "noResult", endReason: "CalledOff" }
    : game;

/** Whose move the game awaits; nobody's while an end is open or once it is over. */
export const playerToMove = ({ state, awaits, turn, isEnded }: Game): Color | undefined =>
  state === "ongoing" && awaits !== "longerGame" && !isEnded ? turn : undefined;

/** Whether a match waits for its next round. */
export const isBetweenRounds = ({ state, isEnded, match }: Game): boolean =>
  state === "ongoing" && isEnded === true && match !== undefined && match.round + 1 < match.rounds;

/** Which side somebody plays. */
export const colorOf = ({ white, black }: Game, player: string | undefined): Color | undefined =>
  player === white ? "white" : player === black ? "black" : undefined;

/** The points of each player of a match, by the colours of its round on the chain; points are halves. */
export function matchPoints({ round, points, played }: Match): Record<Color, number> {
  const other = 2 * (played || round) - points;
  return round % 2 === 0 ? { white: points, black: other } : { white: other, black: points };
}

/** Half points as they are written: "0", "½", "2½". */
export const formatPoints = (halves: number): string =>
  `${halves === 1 ? "" : Math.floor(halves / 2)}${halves % 2 === 1 ? "½" : ""}`;

/** A color's score in a game that is over, as it is written; none without a result. */
export function scoreOf({ state }: Pick<Game, "state">, color: Color): string | undefined {
  if (state === "drawn") return "½";
  if (state !== "whiteWon" && state !== "blackWon") return undefined;
  return (state === "whiteWon") === (color === "white") ? "1" : "0";
}

export const otherColor = (color: Color): Color => (color === "white" ? "black" : "white");

// ---- from what sdk-core decodes

/** The page's name of the contract's. */
export const STATES: Record<ChessGameState["name"], GameState> = {
  Ongoing: "ongoing",
  WhiteWon: "whiteWon",
  BlackWon: "blackWon",
  Stalemate: "drawn",
  Open: "open",
  NoResult: "noResult",
};

const AWAITS: Record<ChessAwaits["name"], Awaits> = { Move: "move", Answer: "answer", LongerGame: "longerGame" };

const KEY = 32;

export function decodeGame(raw: ChessGame): Game {
  return withoutResult({
    id: raw.game_id.toNumber(),
    white: raw.white_player.toBech32(),
    black: raw.black_player.toBech32(),
    turn: raw.player_turn.toNumber() === 0 ? "white" : "black",
    state: STATES[raw.state.name],
    endReason: raw.end_reason.name,
    deadlineEpoch: raw.deadline_epoch.toNumber(),
    waitEpoch: raw.last_move_epoch.toNumber(),
    hasDeadline: raw.deadline_epoch.toNumber() > 0 || raw.deadline_millis.toNumber() > 0,
    plies: raw.plies.toNumber(),
    awaits: AWAITS[raw.awaits.name],
    match: decodeMatch(raw),
    engines: raw.engines,
  });
}

function decodeMatch(raw: ChessGame): Match | undefined {
  const rounds = raw.rounds.toNumber();
  if (rounds < 2) return undefined;
  return { rounds, round: raw.round.toNumber(), points: raw.points.toNumber(), played: raw.played.toNumber() };
}

/** A token and an amount; none where the token is empty. */
export function decodePayment(token: Uint8Array, amount: Numeric): Payment | undefined {
  const identifier = new TextDecoder().decode(token);
  return identifier ? { token: identifier, amount: BigInt(amount.toFixed()) } : undefined;
}

const decodeTimeControl = (raw: ChessTimeControl): TimeControl => ({
  base: raw.base.toNumber(),
  increment: raw.increment.toNumber(),
});

/** A challenge that waits for its second player. */
export type Challenge = ReturnType<typeof decodeChallenge>;

export function decodeChallenge(raw: ChessChallenge) {
  const side: Side = SIDES.find((side) => side === raw.side.name.toLowerCase()) ?? "drawn";
  const key: Uint8Array | undefined = raw.key.length === KEY ? Uint8Array.from(raw.key) : undefined;
  return {
    id: raw.game_id.toNumber(),
    challenger: raw.challenger.toBech32(),
    /** The player who may accept; anyone if it names nobody. */
    opponent: raw.opponent?.toBech32(),
    side,
    stake: decodePayment(raw.token, raw.stake),
    clock: raw.clock ? decodeTimeControl(raw.clock) : undefined,
    /** The challenger's, for play by signature. */
    key,
    /** How many games one after the other, each for the stake. */
    rounds: raw.rounds.toNumber(),
    /** Whether chess programs are allowed. */
    engines: raw.engines,
  };
}

/** A player's payment for a challenge: a match is paid for as a whole. */
export const paymentOf = ({ stake, rounds }: Pick<Challenge, "stake" | "rounds">): Payment | undefined =>
  stake && { ...stake, amount: stake.amount * BigInt(rounds) };

/** Squares as the contract counts them: 0 is a8, 63 is h1. */
export type LegalMove = ReturnType<typeof decodeLegalMove>;

export const decodeLegalMove = ({ from, to, promotion }: ChessLegalMove) => ({
  from: from.toNumber(),
  to: to.toNumber(),
  /** 0 none, 1 queen, 2 rook, 3 bishop, 4 knight. */
  promotion: promotion.toNumber(),
});

/** All that the page shows of a game, as `getSnapshot` answers it. */
export type Snapshot = ReturnType<typeof decodeSnapshot>;

export function decodeSnapshot(raw: ChessSnapshot) {
  const { claims } = raw;
  const clocks: Clocks | undefined = raw.clocks
    ? {
        ...decodeTimeControl(raw.clocks.control),
        left: { white: raw.clocks.white_millis.toNumber(), black: raw.clocks.black_millis.toNumber() },
        waited: raw.clocks.waited_millis.toNumber(),
      }
    : undefined;
  /** The players' keys for play by signature, where both have one. */
  const keys: Record<Color, Uint8Array> | undefined =
    raw.keys.length === 2 * KEY
      ? { white: Uint8Array.from(raw.keys.slice(0, KEY)), black: Uint8Array.from(raw.keys.slice(KEY)) }
      : undefined;
  /** The canonical moves after the known plies. */
  const moves: Uint8Array = Uint8Array.from(raw.moves);
  return {
    game: decodeGame(raw.game),
    challenge: raw.challenge ? decodeChallenge(raw.challenge) : undefined,
    /** Each player's payment; in a match, for one round. */
    stake: decodePayment(raw.token, raw.stake),
    clocks,
    keys,
    drawOffer: ([undefined, "white", "black"] as const)[raw.draw_offer.toNumber()],
    /** With inactivity the time is over of what the game awaits. */
    claims: { draw: claims.draw, illegalMove: claims.illegal_move, inactivity: claims.inactivity },
    /** How many plies come before `moves`. */
    knownPlies: raw.known_plies.toNumber(),
    moves,
    legal: raw.legal_moves.map(decodeLegalMove),
  };
}
