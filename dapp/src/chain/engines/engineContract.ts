import { msg, t } from "../../i18n/i18n";
import type { MinichessViews } from "../abiTypes";
import { type Answers, Contract } from "../contract";
import { type Color, decodeLegalMove } from "../game";
import { MAX_GAS } from "../network/gas";
import type { Gateway } from "../network/gateway";
import { gasToThink } from "./engineCost";

export type EngineEndpoint = "newGame" | "makeMove" | "think" | "moveNow";

/** The contract's number for who plays Black, the second argument of a new game of chess. */
export const BLACK = 1;

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
export type Suggestion = Awaited<ReturnType<EngineContract["progress"]>>;

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
export class EngineContract<Views extends CommonViews & Answers<Views> = CommonViews> extends Contract<
  Views,
  EngineEndpoint
> {
  protected readonly views: Pick<Contract<Views>, "query">;

  constructor(
    gateway: Gateway,
    chainId: string,
    { contract, contractAbi, views, viewsAbi }: Place,
    /** The gas that the engine keeps back in a search that it begins, and in one that it continues. */
    private readonly reserves: { toBegin: bigint; toGoOn: bigint },
  ) {
    super(gateway, contract, contractAbi, { chainId });
    this.views = views ? new Contract(gateway, views, viewsAbi, { chainId }) : this;
  }

  /** The ids of a player's games, the newest first. */
  async ids(player: string, count: number): Promise<number[]> {
    const [ids] = await this.views.query("getGames", [player, 0, count]);
    return ids.map((id) => id.toNumber());
  }

  /** How far the engine's search for its next move has come. */
  async progress(id: number) {
    return this.suggestion("getProgress", [id]);
  }

  /** The engine's move in a game at a depth or a level, after a search of at most `nodes` positions. */
  async suggest(id: number, strength: number, nodes: number) {
    return this.suggestion("suggestMove", [id, strength, nodes]);
  }

  private async suggestion(view: "getProgress" | "suggestMove", args: number[]) {
    const [raw] = await this.views.query(view, args);
    /** The last one that was searched through. */
    const depth = raw.depth.toNumber();
    return { ...decodeLegalMove(raw), depth, nodes: raw.nodes.toNumber() };
  }

  /** The engine thinks with what it gets: in no trial with more than a transaction may use. */
  protected override readonly trialGas = MAX_GAS;

  /** No more gas than it needs: the engine thinks with what it gets. */
  protected override gasFor(used: bigint, endpoint: EngineEndpoint, args: unknown[]): bigint {
    // in a new game it thinks at once where the player has Black, which chess alone offers
    if (endpoint === "newGame" && args[1] !== BLACK) return super.gasFor(used, endpoint, args);
    const { toBegin, toGoOn } = this.reserves;
    return gasToThink(used, endpoint === "think" ? toGoOn : toBegin);
  }
}
