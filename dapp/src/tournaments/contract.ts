import abi from "virtual:abi/tournament";
import type {
  TournamentBoard,
  TournamentBoardStateNames,
  TournamentPhaseNames,
  TournamentViews,
} from "../chain/abiTypes";
import { Contract } from "../chain/contract";
import type { Color, TimeControl } from "../chain/game";
import type { Gateway } from "../chain/network/gateway";
import type { Payment } from "../chain/payment";
import type { Settings } from "../chain/settings";

export type TournamentEndpoint = "enter" | "leave" | "next" | "report" | "claim";

/** The terms, fixed when it was opened. Times are in milliseconds. */
export interface Terms {
  isSwiss: boolean;
  /** How many may enter. */
  players: number;
  fee: Payment;
  clock: TimeControl;
  /** Whether chess programs are allowed. */
  engines: boolean;
  /** When entering ends. */
  start: number;
  /** How long a round may take. */
  window: number;
  /** The places' shares in 1/10,000. */
  prizes: number[];
}

/** A tournament, and where it stands. */
export interface Tournament {
  id: number;
  terms: Terms;
  phase: (typeof TournamentPhaseNames)[number];
  /** The running round, 0 before the first; the last one once it has ended. */
  round: number;
  /** When the round was paired, or the end of a later pause of the game contract, in milliseconds. */
  paired: number;
  /** A board's game has a higher number. */
  lastGame: number;
  pot: Payment;
  entrants: number;
  /** How many rounds it has with these entrants. */
  rounds: number;
}

/** A player; the place in the list is the seed. */
export interface Entrant {
  player: string;
  /** As the player has stated it, 0 for none. */
  rating: number;
  /** Half points, in the rounds that are closed. */
  points: number;
}

/** A board of a round; players are seeds. */
export interface Board {
  white: number;
  black: number;
  state: (typeof TournamentBoardStateNames)[number];
  /** Whether each player has been there. */
  seen: Record<Color, boolean>;
  /** The game's number, 0 for none. */
  game: number;
  /** Half points. */
  points: Record<Color, number>;
}

export interface Round {
  bye: number | undefined;
  boards: Board[];
}

/** All that a tournament's view shows of the contract. */
export interface Standings {
  tournament: Tournament;
  entrants: Entrant[];
  /** The rounds that were paired. */
  rounds: Round[];
}

/** Of a board's `seen`. */
const [WHITE, BLACK] = [1, 2];

const decodeBoard = (raw: TournamentBoard): Board => ({
  white: raw.white.toNumber(),
  black: raw.black.toNumber(),
  state: raw.state.name,
  seen: { white: (raw.seen.toNumber() & WHITE) > 0, black: (raw.seen.toNumber() & BLACK) > 0 },
  game: raw.game.toNumber(),
  points: { white: raw.white_points.toNumber(), black: raw.black_points.toNumber() },
});

/** The contract of tournaments. */
export class TournamentContract extends Contract<TournamentViews, TournamentEndpoint> {
  /** Rounds that are closed: nothing changes in them. */
  private readonly closed = new Map<string, Promise<Round>>();

  constructor(gateway: Gateway, address: string, settings: Settings) {
    super(gateway, address, abi, settings);
  }

  async count(): Promise<number> {
    return (await this.query("getTournamentCount"))[0].toNumber();
  }

  async tournament(id: number): Promise<Tournament> {
    const [{ terms, progress, pot, entrants, rounds }] = await this.query("getTournament", [id]);
    const inToken = (amount: { toFixed(): string }): Payment => ({
      token: terms.token,
      amount: BigInt(amount.toFixed()),
    });
    return {
      id,
      terms: {
        isSwiss: terms.format.name === "Swiss",
        players: terms.players.toNumber(),
        fee: inToken(terms.fee),
        clock: { base: terms.base.toNumber(), increment: terms.increment.toNumber() },
        engines: terms.engines,
        start: terms.start.toNumber(),
        window: terms.window.toNumber(),
        prizes: terms.prizes.map((share) => share.toNumber()),
      },
      phase: progress.phase.name,
      round: progress.round.toNumber(),
      paired: progress.paired.toNumber(),
      lastGame: progress.last_game.toNumber(),
      pot: inToken(pot),
      entrants: entrants.toNumber(),
      rounds: rounds.toNumber(),
    };
  }

  async standings(id: number): Promise<Standings> {
    const [tournament, [entrants]] = await Promise.all([this.tournament(id), this.query("getEntrants", [id])]);
    const numbers = Array.from({ length: tournament.round }, (_, index) => index + 1);
    return {
      tournament,
      entrants: entrants.map(([{ player, rating }, { points }]) => ({
        player: player.toBech32(),
        rating: rating.toNumber(),
        points: points.toNumber(),
      })),
      rounds: await Promise.all(
        numbers.map((round) => (round < tournament.round ? this.closedRound(id, round) : this.round(id, round))),
      ),
    };
  }

  /** The amount that an account can claim now. */
  async claim(id: number, account: string): Promise<bigint> {
    return BigInt((await this.query("getClaim", [id, account]))[0].toFixed());
  }

  /** Whether a board's game began after the window: for the contract it is then still a challenge. */
  async beganLate(sender: string, id: number, board: number, game: number): Promise<boolean> {
    const refusal = await this.refusal(sender, "report", [id, board, game]);
    return refusal?.includes("the game began after the round's window") ?? false;
  }

  private async round(id: number, round: number): Promise<Round> {
    const [{ bye, boards }] = await this.query("getRound", [id, round]);
    return { bye: bye?.toNumber(), boards: boards.map(decodeBoard) };
  }

  private closedRound(id: number, round: number): Promise<Round> {
    const name = `${id} ${round}`;
    const known = this.closed.get(name) ?? this.round(id, round);
    this.closed.set(name, known);
    known.catch(() => this.closed.delete(name));
    return known;
  }
}
