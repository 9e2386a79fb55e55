import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { msg, t } from "../../i18n/i18n";
import type { MinichessViews } from "../abiTypes";
import { Contract } from "../contract";
import { type Color, decodeLegalMove, type LegalMove } from "../game";
import { MAX_GAS, withMargin } from "../network/gas";
import type { Gateway } from "../network/gateway";
import { gasToThink } from "./engineCost";

export type EngineEndpoint = "newGame" | "makeMove" | "think" | "moveNow";

/** How a game stands for who plays White; both contracts' number is the place in the list. The last is of 6×6 alone. */
const OUTCOMES = [
  msg("ongoing"),
  msg("you won by checkmate"),
  msg("the engine won by checkmate"),
  msg("drawn by stalemate"),
  msg("drawn: too little material for a mate"),
  msg("drawn by repetition"),
  msg("drawn: 50 moves without a capture or a pawn move"),
  msg("drawn: 200 moves were played"),
];

/** How a game stands, in the words of who plays a side. */
export function outcomeText(outcome: number, side: Color): string {
  // White's win is 1, Black's 2
  const isSwapped = side === "black" && (outcome === 1 || outcome === 2);
  return t(OUTCOMES[isSwapped ? 3 - outcome : outcome] ?? msg("drawn"));
}

/** How far a search has come. */
export interface Suggestion extends LegalMove {
  /** The last depth that was searched through. */
  depth: number;
  nodes: number;
}

/** Where an engine's contract is, and its view contract; without one the contract has its views itself. */
interface Place {
  contract: string;
  contractAbi: object;
  views: string | undefined;
  viewsAbi: object;
}

/** The views that both boards have. */
type CommonViews = Pick<MinichessViews, "getGames" | "getProgress" | "suggestMove">;

/** A contract with an engine: what both boards have in common. */
export abstract class EngineContract<
  Views extends CommonViews & { [Name in keyof Views]: readonly unknown[] } = CommonViews,
> {
  private readonly contract: Contract<Views>;

  protected readonly views: Contract<Views>;

  constructor(
    gateway: Gateway,
    chainId: string,
    { contract, contractAbi, views, viewsAbi }: Place,
    /** The gas that the engine keeps back in a search that it begins, and in one that it continues. */
    private readonly reserves: { toBegin: bigint; toGoOn: bigint },
  ) {
    this.contract = new Contract(gateway, contract, contractAbi, { chainId });
    this.views = views ? new Contract(gateway, views, viewsAbi, { chainId }) : this.contract;
  }

  get address(): string {
    return this.contract.address;
  }

  /** Whether the engine moves first in a new game. */
  protected abstract searchesAtOnce(args: unknown[]): boolean;

  /** The ids of a player's games, the newest first. */
  async ids(player: string, count: number): Promise<number[]> {
    const [ids] = await this.views.query("getGames", [player, 0, count]);
    return ids.map((id) => id.toNumber());
  }

  /** How far the engine's search for its next move has come. */
  async progress(id: number): Promise<Suggestion> {
    return this.suggestion("getProgress", [id]);
  }

  /** The engine's move in a game at a depth or a level, after a search of at most `nodes` positions. */
  async suggest(id: number, strength: number, nodes: number): Promise<Suggestion> {
    return this.suggestion("suggestMove", [id, strength, nodes]);
  }

  private async suggestion(view: "getProgress" | "suggestMove", args: number[]): Promise<Suggestion> {
    const [raw] = await this.views.query(view, args);
    return { ...decodeLegalMove(raw), depth: raw.depth.toNumber(), nodes: raw.nodes.toNumber() };
  }

  /**
   * The gas that a call would use: the gateway tries it, for free.
   * @throws Refused with the contract's words where it would fail.
   */
  async gasOf(sender: string, endpoint: EngineEndpoint, args: unknown[]): Promise<bigint> {
    const trial = await this.contract.call(sender, endpoint, args, MAX_GAS);
    trial.nonce = (await this.contract.gateway.account(sender)).nonce;
    return this.contract.gateway.cost(trial);
  }

  /**
   * An unsigned call with the gas that it needs and no more.
   * @throws Refused with the contract's words where it would fail.
   */
  async call(sender: string, endpoint: EngineEndpoint, args: unknown[]): Promise<Transaction> {
    const used = await this.gasOf(sender, endpoint, args);
    const searches = endpoint !== "newGame" || this.searchesAtOnce(args);
    const { toBegin, toGoOn } = this.reserves;
    const gas = searches ? gasToThink(used, endpoint === "think" ? toGoOn : toBegin) : withMargin(used);
    return this.contract.call(sender, endpoint, args, gas);
  }
}
