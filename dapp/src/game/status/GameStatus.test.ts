import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Chain, ChainContext } from "../../chain/ChainContext";
import type { Game } from "../../chain/game";
import { A_NETWORK, aGame } from "../../chain/testGames";
import { NO_PAUSES } from "../../signedPlay/advice";
import { BARE_KING } from "../../signedPlay/test/testGame";
import type { Due } from "../duties/situation";
import { inRound } from "../line/inRound";
import type { GameSnapshot } from "../line/useGame";
import type { SignedTable } from "../line/useSignedTable";
import { EndDetail } from "./EndDetail";
import { GameStatus } from "./GameStatus";

type Props = ComponentProps<typeof GameStatus>;

vi.mock("../../wallet/wallet", async (real) => ({
  ...(await real<object>()),
  useWallet: () => ({ wallet: { address: "alice" } }),
}));
vi.mock("../../transactions/TransactionsContext", () => ({
  useTransactions: () => [],
  useTransactionStore: () => ({}),
}));

beforeAll(() => void vi.stubGlobal("document", { visibilityState: "visible" }));
afterAll(() => void vi.unstubAllGlobals());

const KEYS = { white: new Uint8Array(32), black: new Uint8Array(32) };

/** A game with keys as the chain has it. */
const onChainOf = (changes: Partial<Game> = {}, moves: Uint8Array = new Uint8Array(), isLate = true): GameSnapshot => ({
  game: aGame(changes),
  challenge: undefined,
  stake: undefined,
  clocks: { base: 180, increment: 2, left: { white: 360_000, black: 360_000 }, waited: 0 },
  keys: KEYS,
  drawOffer: undefined,
  claims: { draw: false, illegalMove: false, inactivity: isLate },
  knownPlies: 0,
  moves,
  plies: Array.from({ length: changes.plies ?? 0 }, () => ({ san: "Nf3" })) as GameSnapshot["plies"],
  legal: [],
  askedAt: 0,
  changedAt: 0,
});

/** The names of the buttons that Alice can press. */
async function buttons(onChain: GameSnapshot, snapshot = onChain, signed: object = {}, due?: Due): Promise<string[]> {
  const client = new QueryClient();
  const { isPaused, isReclaimable } = { ...NO_PAUSES, ...(signed as Partial<SignedTable>).pauses };
  client.setQueryData(["paused"], isPaused);
  client.setQueryData(["reclaimable", 1, "alice"], isReclaimable);
  const props = {
    snapshot,
    onChain,
    youThere: "white",
    you: snapshot === onChain ? "white" : "black",
    play: { premoves: [], claim: {} },
    timers: { players: { white: { standing: 0 }, black: { standing: 0 } } },
    situation: { now: 0, due },
    signed: { session: { game: {} }, chain: snapshot, snapshot, pauses: NO_PAUSES, advice: {}, ...signed },
  } as unknown as Props;
  const chain = { chess: {}, gateway: {}, settings: {}, config: A_NETWORK } as unknown as Chain;
  const page = createElement(
    QueryClientProvider,
    { client },
    createElement(ChainContext, { value: chain }, createElement(GameStatus, props)),
  );
  const html = await new Response((await prerender(page)).prelude).text();
  const all = [...html.matchAll(/<button([^>]*)>([^<]*)/g)];
  return all.flatMap(([, attributes = "", label = ""]) => (attributes.includes("disabled") ? [] : label));
}

test("a late player who loses nothing by it can settle: in a match, or if the opponent can't mate", async () => {
  const asked = { awaits: "answer", plies: 2 } as const;
  expect(await buttons(onChainOf(asked))).toEqual([]);
  expect(await buttons(onChainOf({ ...asked, match: { rounds: 3, round: 1, points: 2, played: 0 } }))).toEqual([
    "Settle the game",
  ]);
  expect(await buttons(onChainOf(asked, BARE_KING))).toEqual(["Settle the game"]);
  // the opponent is late
  expect(await buttons(onChainOf({ ...asked, turn: "black" }))).toEqual(["Claim the win"]);
});

test("a resignation that the chain doesn't have isn't signed by both", () => {
  const told = (reason: string) => {
    const end = { reason, winner: "white", isFinal: true } as const;
    return renderToStaticMarkup(
      createElement(EndDetail, { snapshot: onChainOf(), you: "white", until: undefined, end }),
    );
  };
  expect(told("Checkmate")).toContain("Signed by both");
  for (const reason of ["Resignation", "TimeOver"]) expect(told(reason)).toContain("can be taken back");
});

test("an end of an earlier round can be settled after its window", async () => {
  const match = { rounds: 3, round: 0, points: 0, played: 0 };
  const onChain = onChainOf({ awaits: "longerGame", endReason: "Resignation", plies: 3, match });
  const later = inRound(onChain, { round: 1, points: 2 });
  expect(await buttons(onChain, later)).toEqual(["Settle the game"]);
  // the points since then would be lost
  expect(await buttons(onChain, later, { advice: { cause: "parts" } })).toEqual([]);
});

test("in a long pause no draw is offered for a game that is won, or longer than the chain's", async () => {
  const onChain = onChainOf({ plies: 2 }, undefined, false);
  const pauses = { isPaused: true, isClosed: false, tookTime: true, isReclaimable: true };
  const won = { pauses, end: { reason: "Resignation", winner: "white", isFinal: true } };
  const settle: Due = { what: "settle", byRelay: false };
  const show: Due = { what: "show", byRelay: false };
  expect(await buttons(onChain, onChain, won, settle)).toEqual(["Settle on the chain"]);
  expect(await buttons(onChain, onChain, { pauses, advice: { cause: "meets" } }, show)).toEqual([
    "Show the longer game",
  ]);
  // a longer game that only the opponent needs isn't submitted first
  expect(await buttons(onChain, onChain, { pauses, isAhead: true })).toEqual(["Take the stake back"]);
  expect(await buttons(onChain, onChain, { pauses })).toEqual(["Take the stake back"]);
  // it settles an end that is open on the chain
  const open = onChainOf({ plies: 2, awaits: "longerGame", endReason: "Checkmate" }, undefined, false);
  expect(await buttons(open, open, won)).toEqual(["Take the stake back"]);
  // the pause isn't long yet
  const closed = { ...won, pauses: { ...pauses, isClosed: true, isReclaimable: false } };
  expect(await buttons(onChain, onChain, closed, settle)).toEqual([]);
});
