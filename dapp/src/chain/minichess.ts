import minichessAbi from "virtual:abi/minichess";
import viewsAbi from "virtual:abi/minichess-views";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import type { MinichessLegalMove, MinichessViews } from "./abiTypes";
import { Contract } from "./contract";
import { gasToThink } from "./engineCost";
import type { LegalMove } from "./game";
import { MAX_GAS, withMargin } from "./gas";
import type { Gateway } from "./gateway";
import type { Settings } from "./settings";

/** The depths that a game can be started with. */
export const MIN_DEPTH = 3;
export const MAX_DEPTH = 20;

/** How a game against the engine stands; the contract's number is the place in the list. */
export const OUTCOMES = [
  "ongoing",
  "you won by checkmate",
  "the engine won by checkmate",
  "drawn by stalemate",
  "drawn: too little material for a mate",
  "drawn by repetition",
  "drawn: 50 moves without a capture or a pawn move",
  "drawn: 200 moves were played",
] as const;

/** A game against the engine; squares are document 002's, 63 at the top left. */
export interface EngineGame {
  id: number;
  player: string;
  depth: number;
  outcome: number;
  whiteToMove: boolean;
  plies: number;
  /** 64 squares of 4 bits, square 63 first. */
  board: Uint8Array;
}

/** How far a search has come. */
export interface Suggestion extends LegalMove {
  done: boolean;
  /** The last depth that was searched through. */
  depth: number;
  nodes: number;
}

const legalMove = ({ from, to, promotion }: MinichessLegalMove): LegalMove => ({
  from: from.toNumber(),
  to: to.toNumber(),
  promotion: promotion.toNumber(),
});

export type EngineEndpoint = "newGame" | "makeMove" | "think" | "moveNow";

/** The contract of the 6×6 game. */
export class MinichessContract {
  private readonly contract: Contract<MinichessViews>;

  private readonly views: Contract<MinichessViews>;

  constructor(gateway: Gateway, settings: Settings, address: string) {
    this.contract = new Contract(gateway, address, minichessAbi, settings.chainId);
    this.views = settings.minichessViews
      ? new Contract(gateway, settings.minichessViews, viewsAbi, settings.chainId)
      : this.contract;
  }

  get address(): string {
    return this.contract.address;
  }

  async game(id: number): Promise<EngineGame> {
    const [raw] = await this.views.query("getGame", [id]);
    return {
      id,
      player: raw.player.toBech32(),
      depth: raw.depth.toNumber(),
      outcome: raw.outcome.toNumber(),
      whiteToMove: raw.white_to_move,
      plies: raw.plies.toNumber(),
      board: Uint8Array.from(raw.board, (byte) => byte.toNumber()),
    };
  }

  async legalMoves(id: number): Promise<LegalMove[]> {
    const [moves] = await this.views.query("getLegalMoves", [id]);
    return moves.map(legalMove);
  }

  /** A player's games, the newest first. */
  async games(player: string, count: number): Promise<EngineGame[]> {
    const [ids] = await this.views.query("getGames", [player, 0, count]);
    return Promise.all(ids.map((id) => this.game(id.toNumber())));
  }

  /** How far the engine's search for its next move has come. */
  async progress(id: number): Promise<Suggestion> {
    return this.suggestion("getProgress", [id]);
  }

  /** What the engine would play here, after a search of at most `nodes` positions. */
  async suggest(id: number, depth: number, nodes: number): Promise<Suggestion> {
    return this.suggestion("suggestMove", [id, depth, nodes]);
  }

  private async suggestion(view: "getProgress" | "suggestMove", args: number[]): Promise<Suggestion> {
    const [raw] = await this.views.query(view, args);
    return { ...legalMove(raw), done: raw.done, depth: raw.depth.toNumber(), nodes: raw.nodes.toNumber() };
  }

  /**
   * The gas that a call would use: the gateway tries it, for free.
   * @throws Refused with the contract's words where it would fail.
   */
  async gasOf(sender: string, endpoint: EngineEndpoint, args: number[]): Promise<bigint> {
    const trial = await this.contract.call(sender, endpoint, args, MAX_GAS);
    trial.nonce = (await this.contract.gateway.account(sender)).nonce;
    return this.contract.gateway.cost(trial);
  }

  /**
   * An unsigned call with the gas that it needs and no more.
   * @throws Refused with the contract's words where it would fail.
   */
  async call(sender: string, endpoint: EngineEndpoint, args: number[]): Promise<Transaction> {
    const used = await this.gasOf(sender, endpoint, args);
    return this.contract.call(
      sender,
      endpoint,
      args,
      endpoint === "newGame" ? withMargin(used) : gasToThink(used, endpoint === "think"),
    );
  }
}
