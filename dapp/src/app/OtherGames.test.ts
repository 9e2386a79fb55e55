import { Address } from "@multiversx/sdk-core/out/core/address";
import {
  type Query,
  QueryClient,
  QueryClientProvider,
  type QueryObserverOptions,
  skipToken,
} from "@tanstack/react-query";
import { createElement } from "react";
import { prerender } from "react-dom/static";
import { expect, test, vi } from "vitest";
import { type Chain, ChainContext } from "../chain/ChainContext";
import { ChessContract } from "../chain/chess";
import { type Gateway, Unreachable } from "../chain/network/gateway";
import type { Settings } from "../chain/settings";
import { WaitingGames } from "./Header";
import { OtherGames } from "./OtherGames";

const PLAYER = Buffer.alloc(32, 1);
const LOBBY = { view: "lobby" } as const;
const CONTRACT = new Address(Buffer.alloc(32, 2)).toBech32();

vi.mock("../wallet/wallet", async (real) => ({
  ...(await real<object>()),
  useWallet: () => player,
  usePlayer: () => player.wallet.address,
}));
vi.mock("../game/duties/OtherGame", () => ({ OtherGame: ({ id }: { id: number }) => `guards ${id};` }));
const player = vi.hoisted(() => ({ wallet: { address: "", home: "the wallet" } }));
player.wallet.address = new Address(PLAYER).toBech32();

/** The views' answers: the player has White in all games. */
class Views {
  asked: string[] = [];
  /** The view whose next query fails. */
  failing: string | undefined;

  constructor(
    private readonly newest: number,
    private readonly goOn: readonly number[],
  ) {}

  query = async (_: string, view: string, args: string[]): Promise<Buffer[]> => {
    this.asked.push(view);
    if (this.failing === view) {
      this.failing = undefined;
      throw new Unreachable();
    }
    if (view === "getOpenChallenges") return [encode(0)];
    const [before = 0, count = 0] = args.slice(1).map((argument) => Number.parseInt(argument || "0", 16));
    const first = before || this.newest + 1;
    const last = Math.max(1, first - count);
    const ids = Array.from({ length: first - last }, (_, index) => first - 1 - index);
    const isShown = (id: number) => view === "getPlayerGames" || this.goOn.includes(id);
    return [encode(last > 1 ? last : 0), ...ids.filter(isShown).map((id) => this.game(id))];
  };

  private game(id: number): Buffer {
    const bytes = Buffer.alloc(116);
    bytes.writeBigUInt64BE(BigInt(id), 0);
    PLAYER.copy(bytes, 8);
    // the state, and the epoch of the deadline
    bytes[81] = this.goOn.includes(id) ? 0 : 1;
    bytes[90] = 9;
    return bytes;
  }
}

const encode = (value: number): Buffer => Buffer.from(value ? value.toString(16).padStart(8, "0") : "", "hex");

/** Whether a query is sent for the first time, or is repeated soon. */
function isAsked(query: Query): boolean {
  const { refetchInterval } = query.options as QueryObserverOptions;
  const again = typeof refetchInterval === "function" && refetchInterval(query);
  return query.state.status === "pending" || (typeof again === "number" && again < 2_000);
}

/** The games that the page guards, and the number of waiting games in the header. */
async function seen(views: Views) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const gateway = views as unknown as Gateway;
  const chess = new ChessContract(gateway, { contract: CONTRACT, views: CONTRACT, chainId: "D" } as Settings);
  const shown = [OtherGames, WaitingGames].map((part) => createElement(part, { key: part.name, route: LOBBY }));
  const onChain = createElement(ChainContext, { value: { chess, gateway } as Chain }, shown);
  const page = createElement(QueryClientProvider, { client }, onChain);
  for (let round = 0; ; round++) {
    const html = await new Response((await prerender(page)).prelude).text();
    const unasked = client
      .getQueryCache()
      .getAll()
      .filter((query) => !query.state.data && query.options.queryFn !== skipToken);
    if (unasked.length === 0 || round > 9) {
      const guarded = [...html.matchAll(/guards (\d+);/g)].map(([, id]) => Number(id));
      return { guarded, waiting: Number(/<span>(\d+)<\/span>/.exec(html)?.[1] ?? 0) };
    }
    await Promise.allSettled(unasked.filter(isAsked).map((query) => query.fetch()));
  }
}

test("a running game is guarded, however many were played after it", async () => {
  const views = new Views(700, [699, 650, 380, 3]);
  expect(await seen(views)).toEqual({ guarded: [699, 650, 380, 3], waiting: 4 });
});

test("one query is enough for a player with few games", async () => {
  const views = new Views(40, [40, 2]);
  expect(await seen(views)).toEqual({ guarded: [40, 2], waiting: 2 });
  expect(views.asked).toEqual(["getPlayerGames", "getOpenChallenges"]);
});

test("a failed query is repeated automatically", async () => {
  vi.stubGlobal("document", { visibilityState: "visible" });
  for (const failing of ["getPlayerGames", "getOngoingGames"]) {
    const views = new Views(60, [60, 3]);
    views.failing = failing;
    expect(await seen(views), failing).toEqual({ guarded: [60, 3], waiting: 2 });
  }
  vi.unstubAllGlobals();
});
