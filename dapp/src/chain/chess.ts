import chessAbi from "virtual:abi/chess";
import viewsAbi from "virtual:abi/views";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { Contract, type Payment } from "./contract";
import { type Gateway, Refused } from "./gateway";
import type { Settings } from "./settings";

export type Color = "white" | "black";

/** How a game stands; the chain's number for it is the place in `STATES`. */
export type GameState = "ongoing" | "whiteWon" | "blackWon" | "drawn";

/** A game as `getGame` answers it. */
export interface Game {
  id: number;
  white: string;
  black: string;
  turn: Color;
  state: GameState;
  /** The contract's name of it: `Checkmate`, `Resignation`, … */
  endReason: string;
  /** From this epoch on inactivity can be signalled. */
  deadlineEpoch: number;
  plies: number;
}

/** Squares as the contract counts them: 0 is a8, 63 is h1. */
export interface LegalMove {
  from: number;
  to: number;
  /** 0 none, 1 queen, 2 rook, 3 bishop, 4 knight. */
  promotion: number;
}

export interface Claims {
  draw: boolean;
  illegalMove: boolean;
  inactivity: boolean;
}

/** What holds for every game of the contract. */
export interface Terms {
  paused: boolean;
  /** None until the owner has set it. */
  wager: Payment | undefined;
  waiting: string | undefined;
  /** What happens to a move that leaves the mover's own king attacked. */
  illegalMoves: "forfeit" | "reject";
  gameCount: number;
}

/** A page of a player's games; `next` is the argument for the page after it, 0 at the end. */
export interface GamesPage {
  next: number;
  games: Game[];
}

/**
 * Gas limits of the endpoints: above the dearest call measured in docs/gas.md, and below twice the
 * cheapest, because more than that forfeits the rest.
 */
export const GAS = {
  joinGame: 5_500_000n,
  leaveQueue: 4_500_000n,
  makeMove: 5_000_000n,
  draw: 4_900_000n,
  claimDraw: 5_000_000n,
  callIllegalMove: 4_500_000n,
  signalInactivity: 4_500_000n,
  resign: 4_500_000n,
  reclaimWager: 5_000_000n,
  withdraw: 4_500_000n,
} as const;

export type Endpoint = keyof typeof GAS;

interface Bech32 {
  toBech32(): string;
}
interface Numeric {
  toNumber(): number;
  toFixed(): string;
}
interface Variant {
  name: string;
}

const STATES: Record<string, GameState> = {
  Ongoing: "ongoing",
  WhiteWon: "whiteWon",
  BlackWon: "blackWon",
  Stalemate: "drawn",
};

function game(value: unknown): Game {
  const raw = value as {
    game_id: Numeric;
    white_player: Bech32;
    black_player: Bech32;
    player_turn: Numeric;
    state: Variant;
    end_reason: Variant;
    deadline_epoch: Numeric;
    plies: Numeric;
  };
  return {
    id: raw.game_id.toNumber(),
    white: raw.white_player.toBech32(),
    black: raw.black_player.toBech32(),
    turn: raw.player_turn.toNumber() === 0 ? "white" : "black",
    state: STATES[raw.state.name] ?? "drawn",
    endReason: raw.end_reason.name,
    deadlineEpoch: raw.deadline_epoch.toNumber(),
    plies: raw.plies.toNumber(),
  };
}

/** The game contract and its views. */
export class ChessContract {
  private readonly contract: Contract;
  private readonly views: Contract;

  constructor(gateway: Gateway, settings: Settings) {
    this.contract = new Contract(gateway, settings.contract, chessAbi, settings.chainId);
    this.views = new Contract(gateway, settings.views, viewsAbi, settings.chainId);
  }

  get address(): string {
    return this.contract.address;
  }

  /** The wager and the rule never change once they are set. */
  private fixed: Promise<Pick<Terms, "wager" | "illegalMoves">> | undefined;

  async terms(): Promise<Terms> {
    const [{ wager, illegalMoves }, [paused], [waiting], [count]] = await Promise.all([
      this.fixedTerms(),
      this.views.query("isPaused"),
      this.views.query("getIsPlayerWaitingOpt"),
      this.views.query("getGameCount"),
    ]);
    return {
      wager,
      illegalMoves,
      paused: paused as boolean,
      waiting: (waiting as Bech32 | null)?.toBech32(),
      gameCount: (count as Numeric).toNumber(),
    };
  }

  async isPaused(): Promise<boolean> {
    return (await this.views.query("isPaused"))[0] as boolean;
  }

  private async fixedTerms() {
    this.fixed ??= this.readFixedTerms();
    try {
      const terms = await this.fixed;
      if (!terms.wager) this.fixed = undefined;
      return terms;
    } catch (error) {
      this.fixed = undefined;
      throw error;
    }
  }

  private async readFixedTerms(): Promise<Pick<Terms, "wager" | "illegalMoves">> {
    const [[token], [amount], [rule]] = await Promise.all([
      this.views.query("getWagerTokenId"),
      this.views.query("getWagerAmount"),
      this.views.query("getIllegalMoveRule"),
    ]);
    const identifier = Buffer.from(token as Uint8Array).toString();
    return {
      wager: identifier ? { token: identifier, amount: BigInt((amount as Numeric).toFixed()) } : undefined,
      illegalMoves: (rule as Variant).name === "Reject" ? "reject" : "forfeit",
    };
  }

  /** A position as FEN. */
  async fen(id: number): Promise<string> {
    return Buffer.from((await this.views.query("getFen", [id]))[0] as Uint8Array).toString();
  }

  async game(id: number): Promise<Game> {
    return game((await this.views.query("getGame", [id]))[0]);
  }

  /** The whole game in canonical binary moves. */
  async moves(id: number): Promise<Uint8Array> {
    return (await this.views.query("getMoves", [id]))[0] as Uint8Array;
  }

  async legalMoves(id: number): Promise<LegalMove[]> {
    const moves = (await this.views.query("getLegalMoves", [id]))[0] as Record<keyof LegalMove, Numeric>[];
    return moves.map(({ from, to, promotion }) => ({
      from: from.toNumber(),
      to: to.toNumber(),
      promotion: promotion.toNumber(),
    }));
  }

  async claims(id: number): Promise<Claims> {
    const claims = (await this.views.query("getClaims", [id]))[0] as {
      draw: boolean;
      illegal_move: boolean;
      inactivity: boolean;
    };
    return { draw: claims.draw, illegalMove: claims.illegal_move, inactivity: claims.inactivity };
  }

  /** Who offers a draw. */
  async drawOffer(id: number): Promise<string | undefined> {
    return ((await this.views.query("getDrawOffer", [id]))[0] as Bech32 | null)?.toBech32();
  }

  /** Up to `count` games from the id `first` on. */
  async games(first: number, count: number): Promise<Game[]> {
    const games = (await this.views.query("getGamesPage", [first, count]))[0] as unknown[];
    return games.map(game);
  }

  /** A player's games, the newest first, before the game `before`, 0 for the newest. */
  async playerGames(player: string, before: number, count: number): Promise<GamesPage> {
    const [next, games] = (await this.views.query("getPlayerGames", [player, before, count])) as [Numeric, unknown[]];
    return { next: next.toNumber(), games: games.map(game) };
  }

  async score(player: string): Promise<number> {
    return ((await this.views.query("getScore", [player]))[0] as Numeric).toNumber();
  }

  /** What is owed to a player and can be withdrawn. */
  async credit(player: string): Promise<bigint> {
    return BigInt(((await this.views.query("getCredit", [player]))[0] as Numeric).toFixed());
  }

  /** Whether a call would succeed now: the gateway tries it, for free. */
  async wouldSucceed(sender: string, endpoint: Endpoint, args: unknown[]): Promise<boolean> {
    const { gateway } = this.contract;
    const trial = await this.call(sender, endpoint, args);
    trial.nonce = (await gateway.account(sender)).nonce;
    try {
      await gateway.cost(trial);
      return true;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }

  /** An unsigned call of an endpoint. */
  call(sender: string, endpoint: Endpoint, args: unknown[] = [], payment?: Payment): Promise<Transaction> {
    return this.contract.call(sender, endpoint, args, GAS[endpoint], payment);
  }
}
