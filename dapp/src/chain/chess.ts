import viewsAbi from "virtual:abi/views";
import { part } from "../browser/parts";
import type { ChessViews } from "./abiTypes";
import { Contract } from "./contract";
import {
  type Challenge,
  decodeChallenge,
  decodeGame,
  decodePayment,
  decodeSnapshot,
  type Game,
  type Snapshot,
} from "./game";
import type { Gateway } from "./network/gateway";
import type { Payment } from "./payment";
import type { Settings } from "./settings";

/** The terms of every game that begins in the queue, and the state of the contract. */
export interface Terms {
  paused: boolean;
  /** None until the owner has set it. */
  wager: Payment | undefined;
  waiting: string | undefined;
  /** The consequence of a move that leaves the mover's own king attacked. */
  illegalMoves: "forfeit" | "reject";
  gameCount: number;
}

/** A page of a list, the newest first; `next` is the argument for the page after it, 0 at the end. */
export interface ListPage<Item> {
  next: number;
  items: Item[];
}

/** All of a list, by one page after the other. */
export async function allOf<Item>(page: (before: number) => Promise<ListPage<Item>>, before = 0): Promise<Item[]> {
  const { next, items } = await page(before);
  return next ? [...items, ...(await allOf(page, next))] : items;
}

/** The contract's last pause, as its record tells it in epochs (docs/storage.md). */
export type Pause = Awaited<ReturnType<ChessContract["pause"]>>;

export type Endpoint =
  | "joinGame"
  | "leaveQueue"
  | "makeMove"
  | "makeMoveAndClaim"
  | "draw"
  | "claimDraw"
  | "callIllegalMove"
  | "signalInactivity"
  | "resign"
  | "reclaimWager"
  | "withdraw"
  | "challenge"
  | "accept"
  | "cancelChallenge"
  | "play";

export type { Caller } from "./contract";

const loadAbi = part(() => import("virtual:abi/chess"));

/** The number of games that one query looks through for those still running. */
const LOOKED_THROUGH = 200;

/** The game contract and its views. */
export class ChessContract extends Contract<ChessViews, Endpoint> {
  private readonly views: Contract<ChessViews>;

  constructor(gateway: Gateway, settings: Settings) {
    super(gateway, settings.contract, loadAbi, settings);
    this.views = new Contract(gateway, settings.views, viewsAbi, settings);
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
      paused,
      waiting: waiting?.toBech32(),
      gameCount: count.toNumber(),
    };
  }

  async isPaused(): Promise<boolean> {
    return (await this.views.query("isPaused"))[0];
  }

  /** The contract's pauses, as the views don't tell them. */
  async pause() {
    const state = await this.gateway.stored(this.address, "state");
    /** When time went on after the last one that has ended. */
    const resumed = state.readUInt32BE(7);
    return { isPaused: state[2] !== 0, since: state.readUInt32BE(3), resumed };
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
    const units = BigInt(amount.toFixed());
    return {
      wager: units > 0n ? { token, amount: units } : undefined,
      illegalMoves: rule.name === "Reject" ? "reject" : "forfeit",
    };
  }

  /** All that is to be shown of a game, with the moves after the first `knownPlies`. */
  async snapshot(id: number, knownPlies: number): Promise<Snapshot> {
    return decodeSnapshot((await this.views.query("getSnapshot", [id, knownPlies]))[0]);
  }

  /** Up to `count` games from the id `first` on. */
  async games(first: number, count: number): Promise<Game[]> {
    const [games] = await this.views.query("getGamesPage", [first, count]);
    return games.map(decodeGame);
  }

  /** A player's games, the newest first, before the game `before`, 0 for the newest. */
  async playerGames(
    player: string,
    before: number,
    count: number,
    view: "getPlayerGames" | "getOngoingGames" = "getPlayerGames",
  ): Promise<ListPage<Game>> {
    const [next, games] = await this.views.query(view, [player, before, count]);
    return { next: next.toNumber(), items: games.map(decodeGame) };
  }

  /** All of a player's games that go on. */
  ongoingGames = (player: string): Promise<Game[]> =>
    allOf((before) => this.playerGames(player, before, LOOKED_THROUGH, "getOngoingGames"));

  /** The open challenges among `count` games before the game `before`, 0 for the newest. */
  async openChallenges(before: number, count: number): Promise<ListPage<Challenge>> {
    const [next, challenges] = await this.views.query("getOpenChallenges", [before, count]);
    return { next: next.toNumber(), items: challenges.map(decodeChallenge) };
  }

  async score(player: string): Promise<number> {
    return (await this.views.query("getScore", [player]))[0].toNumber();
  }

  /** The amounts that are owed to a player and can be withdrawn, by token. */
  async credits(player: string): Promise<Payment[]> {
    const [credits] = await this.views.query("getCredits", [player]);
    return credits.flatMap(([token, amount]) => decodePayment(token, amount) ?? []);
  }
}
