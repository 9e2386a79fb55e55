import abi from "virtual:abi/tournament";
import type {
  TournamentBoard,
  TournamentEntrant,
  TournamentRound,
  TournamentStanding,
  TournamentViews,
} from "../chain/abiTypes";
import { Contract } from "../chain/contract";
import type { Gateway } from "../chain/network/gateway";
import type { Payment } from "../chain/payment";
import type { Settings } from "../chain/settings";

export type TournamentEndpoint = "enter" | "leave" | "next" | "report" | "claim";

/** Of a board's `seen`. */
const [WHITE, BLACK] = [1, 2];

/** A board of a round; players are seeds. */
const decodeBoard = (raw: TournamentBoard) => ({
  white: raw.white.toNumber(),
  black: raw.black.toNumber(),
  state: raw.state.name,
  /** Whether each player has been there. */
  seen: { white: (raw.seen.toNumber() & WHITE) > 0, black: (raw.seen.toNumber() & BLACK) > 0 },
  /** The game's number, 0 for none. */
  game: raw.game.toNumber(),
  /** Half points. */
  points: { white: raw.white_points.toNumber(), black: raw.black_points.toNumber() },
});

const decodeRound = ({ bye, boards }: TournamentRound) => ({ bye: bye?.toNumber(), boards: boards.map(decodeBoard) });

/** A player; the place in the list is the seed. */
const decodeEntrant = ([{ player, rating }, { points }]: readonly [TournamentEntrant, TournamentStanding]) => ({
  player: player.toBech32(),
  /** As the player has stated it, 0 for none. */
  rating: rating.toNumber(),
  /** Half points, in the rounds that are closed. */
  points: points.toNumber(),
});

export type Board = ReturnType<typeof decodeBoard>;
export type Round = ReturnType<typeof decodeRound>;
export type Entrant = ReturnType<typeof decodeEntrant>;
/** A tournament and its progress. Times are in milliseconds. */
export type Tournament = Awaited<ReturnType<TournamentContract["tournament"]>>;
/** All that a tournament's view shows of the contract. */
export type Standings = Awaited<ReturnType<TournamentContract["standings"]>>;

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

  async tournament(id: number) {
    const [{ terms, progress, pot, entrants, rounds }] = await this.query("getTournament", [id]);
    const inToken = (amount: { toFixed(): string }): Payment => ({
      token: terms.token,
      amount: BigInt(amount.toFixed()),
    });
    return {
      id,
      /** Fixed when it was opened. */
      terms: {
        isSwiss: terms.format.name === "Swiss",
        /** The greatest number of entrants. */
        players: terms.players.toNumber(),
        fee: inToken(terms.fee),
        clock: { base: terms.base.toNumber(), increment: terms.increment.toNumber() },
        /** Whether chess programs are allowed. */
        engines: terms.engines,
        /** When entering ends. */
        start: terms.start.toNumber(),
        /** The duration of a round's window. */
        window: terms.window.toNumber(),
        /** The places' shares in 1/10,000. */
        prizes: terms.prizes.map((share) => share.toNumber()),
      },
      phase: progress.phase.name,
      /** The running round, 0 before the first; the last one once it has ended. */
      round: progress.round.toNumber(),
      /** When the round was paired, or the end of a later pause of the game contract. */
      paired: progress.paired.toNumber(),
      /** A board's game has a higher number. */
      lastGame: progress.last_game.toNumber(),
      pot: inToken(pot),
      entrants: entrants.toNumber(),
      /** The number of rounds with these entrants. */
      rounds: rounds.toNumber(),
    };
  }

  async standings(id: number) {
    const [tournament, [entrants]] = await Promise.all([this.tournament(id), this.query("getEntrants", [id])]);
    const numbers = Array.from({ length: tournament.round }, (_, index) => index + 1);
    return {
      tournament,
      entrants: entrants.map(decodeEntrant),
      /** The rounds that were paired. */
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
    return decodeRound((await this.query("getRound", [id, round]))[0]);
  }

  private closedRound(id: number, round: number): Promise<Round> {
    const name = `${id} ${round}`;
    const known = this.closed.get(name) ?? this.round(id, round);
    this.closed.set(name, known);
    known.catch(() => this.closed.delete(name));
    return known;
  }
}
