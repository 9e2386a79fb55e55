import { Address } from "@multiversx/sdk-core/out/core/address";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { type Chain, ChainContext } from "../../src/chain/ChainContext";
import { type Color, colorOf, isOver, otherColor, type Snapshot } from "../../src/chain/game";
import { usePaused } from "../../src/chain/queries";
import { encodeMove } from "../../src/chess/canonical";
import { contractSquare, promotionRole } from "../../src/chess/history";
import { legalMoves } from "../../src/chess/rules";
import type { Due } from "../../src/game/duties/due";
import { useActByItself } from "../../src/game/duties/useActByItself";
import { useBringMate } from "../../src/game/duties/useBringMate";
import { useResignOnTime } from "../../src/game/duties/useResignOnTime";
import { useSituation } from "../../src/game/duties/useSituation";
import { type GameSnapshot, useGame } from "../../src/game/line/useGame";
import { type GameLine, useGameLine } from "../../src/game/line/useGameLine";
import { useTimers } from "../../src/game/line/useTimers";
import { gameKeyOf } from "../../src/signedPlay/ed25519";
import { fromHex, toHex } from "../../src/signedPlay/hex";
import { transcriptStore } from "../../src/signedPlay/keys/store";
import { ACTIONS, plyEnds } from "../../src/signedPlay/message";
import type { TrackedTransaction, TransactionOrder } from "../../src/transactions/TransactionStore";
import { TransactionsContext } from "../../src/transactions/TransactionsContext";
import { ActingWallet, type Wallet } from "../../src/wallet/wallet";
import { LyingRelay, type Told } from "./LyingRelay";
import { Time } from "./Time";

/** The game as the program's chain has it. */
export interface ChainView {
  version: number;
  paused: boolean;
  epoch: number;
  epochMs: number;
  state: number;
  awaits: Snapshot["game"]["awaits"];
  turn: Color;
  plies: number;
  reason: string;
  deadlineEpoch: number;
  hasDeadline: boolean;
  rounds: number;
  round: number;
  points: number;
  played: number;
  ownColor: Color;
  clock: { base: number; increment: number; left: Record<Color, number>; waited: number } | null;
  keys: Record<Color, string>;
  drawOffer: Color | null;
  claims: { draw: boolean; inactivity: boolean };
  moves: string;
}

/** A player sits down. */
export interface Sit {
  do: "sit";
  seed: number;
  contract: string;
  rounds: number;
  color: Color;
  secret: string;
  roundMs: number;
  relay: 0 | 1 | 2;
  now: number;
  chain: ChainView;
}

/** What the page has done. */
export interface Answer {
  signed: { round: number; points: number; action: number; moves: string; signed: string }[];
  call: { title: string; endpoint: string; arguments: unknown[]; seen: number } | undefined;
  /** The version of the chain's game that the page has seen. */
  seen: number;
}

const STATES = ["ongoing", "whiteWon", "blackWon", "drawn", "open", "noResult"] as const;
const [YOU, OTHER] = [1, 2].map((byte) => new Address(new Uint8Array(32).fill(byte)).toBech32()) as [string, string];
const EPOCH_MS = 86_400_000;
const ENOUGH = 10n ** 18n;

/** What a player sees and can press. */
interface Shown extends GameLine {
  due: Due | undefined;
  you: Color;
}

/** A random number between 0 and 1, the same ones for one seed (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Lines between the tabs of one browser, by which transcripts come where there is no relay. */
class Channels {
  readonly open = new Map<string, Set<{ onmessage: ((event: { data: string }) => void) | undefined }>>();

  get channel(): typeof BroadcastChannel {
    const { open } = this;
    return class {
      onmessage: ((event: { data: string }) => void) | undefined;
      constructor(readonly name: string) {
        open.set(name, (open.get(name) ?? new Set()).add(this));
      }
      postMessage() {}
      close() {
        open.get(this.name)?.delete(this);
      }
    } as unknown as typeof BroadcastChannel;
  }
}

/** A browser with the page: the code that people use, with a chain and lines to others that a program makes. */
export class Page {
  private view: ChainView;
  private seen = -1;
  private readonly time: Time;
  private readonly random: () => number;
  private readonly relay: LyingRelay | undefined;
  private readonly channels = new Channels();
  private readonly contract: string;
  private readonly game: Sit;
  private root: Root | undefined;
  private client = new QueryClient();
  private shown: Shown | undefined;
  private signed: Answer["signed"] = [];
  private call: Answer["call"];
  private transactions: readonly TrackedTransaction[] = [];
  private readonly listeners = new Set<() => void>();
  private onResult: (isTaken: boolean) => void = () => {};
  private readonly shuffles: boolean;
  problem: string | undefined;

  constructor(sit: Sit) {
    this.game = sit;
    this.view = sit.chain;
    this.random = randomBy(sit.seed);
    this.shuffles = this.random() < 0.2;
    this.time = new Time(sit.now);
    this.contract = new Address(fromHex(sit.contract) ?? new Uint8Array()).toBech32();
    this.relay = sit.relay === 0 ? undefined : new LyingRelay(sit.relay === 2, this.random);
    Object.assign(globalThis, {
      WebSocket: this.relay?.socket,
      BroadcastChannel: this.channels.channel,
    });
  }

  static async sit(sit: Sit): Promise<Page> {
    const page = new Page(sit);
    const secret = fromHex(sit.secret) ?? new Uint8Array(32);
    const store = await transcriptStore();
    await store.putKey(gameKeyOf(secret).publicKey, { secret, signed: new Uint8Array() });
    heardBy.page = page;
    watch(store);
    page.open();
    await page.time.due();
    return page;
  }

  /** What the page has done since this was asked last. */
  answer(): Answer {
    const { signed, call, seen } = this;
    this.signed = [];
    this.call = undefined;
    return { signed, call, seen };
  }

  /** Closes the page and opens it anew. */
  async reload(): Promise<void> {
    this.close();
    this.open();
    await this.time.due();
  }

  close(): void {
    this.root?.unmount();
    this.client.clear();
    this.relay?.cut();
    this.shown = undefined;
    this.time.clear();
  }

  end(): void {
    this.close();
    this.time.restore();
    heardBy.page = undefined;
  }

  async live(
    ms: number,
    now: number,
    chain: ChainView,
    heard: readonly Told[],
    result: boolean | null,
    isCut: boolean,
  ) {
    // what has come with a block comes after what was seen before it
    this.time.now = now + 1;
    this.view = chain;
    if (result !== null) this.onResult(result);
    if (isCut) this.relay?.cut();
    for (const told of heard) {
      if (this.relay) this.relay.tell(told);
      else this.tellTab(told);
      await this.time.due();
    }
    await this.time.live(now + ms, () => this.play());
  }

  async sleep(ms: number): Promise<void> {
    this.time.sleep(ms);
  }

  /** A message was kept. */
  keeps(message: Answer["signed"][number]): void {
    this.signed.push(message);
  }

  private tellTab({ round, points, moves, signed, color }: Told) {
    const suffix = round > 0 ? `.${round}.${points}` : "";
    const { white, black } = this.view.keys;
    const isSwapped = (round - this.view.round) % 2 !== 0;
    const data = JSON.stringify({
      contract: this.contract,
      gameId: 1,
      whiteKey: isSwapped ? black : white,
      blackKey: isSwapped ? white : black,
      round,
      points,
      moves,
      messages: [{ signer: color, plies: plyEnds(fromHex(moves) ?? new Uint8Array())?.length ?? 0, argument: signed }],
    });
    for (const channel of this.channels.open.get(`chess.play.${this.contract}.1${suffix}`) ?? [])
      channel.onmessage?.({ data });
  }

  private open() {
    this.client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    this.root = createRoot(container(), {
      onUncaughtError: (error) => {
        this.problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      },
    });
    const { roundMs } = this.game;
    const chain = {
      settings: { contract: this.contract, ...(this.relay ? { relay: "wss://relay.example/play" } : {}) },
      config: { roundMs, roundsPerEpoch: EPOCH_MS / roundMs },
      gateway: {
        account: async () => ({ balance: ENOUGH, nonce: 0n }),
        clock: async () => ({
          epoch: this.view.epoch,
          roundsPassed: Math.floor(this.view.epochMs / roundMs),
          roundsPerEpoch: EPOCH_MS / roundMs,
        }),
      },
      chess: {
        isPaused: async () => this.view.paused,
        snapshot: async () => this.snapshot(),
        call: async (_: unknown, endpoint: string, args: unknown[]) => ({ endpoint, args }),
      },
    } as unknown as Chain;
    const wallet = { address: YOU, home: OTHER } as unknown as Wallet;
    const store = {
      subscribe: (listener: () => void) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
      },
      all: () => this.transactions,
      run: (_: Wallet, order: TransactionOrder) => this.run(order),
    };
    this.root.render(
      <ChainContext value={chain}>
        <QueryClientProvider client={this.client}>
          <TransactionsContext value={store as never}>
            <ActingWallet value={wallet}>
              <Game onShown={(shown) => (this.shown = shown)} />
            </ActingWallet>
          </TransactionsContext>
        </QueryClientProvider>
      </ChainContext>,
    );
  }

  private publish(transactions: readonly TrackedTransaction[]) {
    this.transactions = transactions;
    for (const listener of this.listeners) listener();
  }

  private async run(order: TransactionOrder): Promise<boolean> {
    this.publish([{ id: "1", sender: YOU, title: order.title, stage: "sending" }]);
    try {
      const built = (await order.build({ address: YOU, nonce: 0n })) as unknown as {
        endpoint: string;
        args: unknown[];
      };
      await order.onSend?.();
      const args = built.args.map((one) => (one instanceof Uint8Array ? toHex(one) : one));
      this.call = { title: order.title, endpoint: built.endpoint, arguments: args, seen: this.seen };
    } catch {
      this.publish([]);
      return false;
    }
    const isTaken = await new Promise<boolean>((resolve) => {
      this.onResult = resolve;
    });
    this.publish([]);
    this.client.invalidateQueries({ queryKey: ["game"] });
    return isTaken;
  }

  private snapshot(): Snapshot {
    const { view, game } = this;
    this.seen = view.version;
    const own = view.ownColor;
    const moves = fromHex(view.moves) ?? new Uint8Array();
    const state = STATES[view.state] ?? "ongoing";
    const side = (color: Color) => (color === own ? YOU : OTHER);
    const isPlayed = state === "ongoing" && view.awaits !== "longerGame";
    return {
      game: {
        id: 1,
        white: side("white"),
        black: side("black"),
        turn: view.turn,
        state,
        endReason: view.reason,
        deadlineEpoch: view.deadlineEpoch,
        hasDeadline: view.hasDeadline,
        plies: view.plies,
        awaits: view.awaits,
        match:
          game.rounds > 1
            ? { rounds: view.rounds, round: view.round, points: view.points, played: view.played }
            : undefined,
        engines: false,
      },
      challenge: undefined,
      stake: { token: "EGLD", amount: 1_000n },
      clocks: view.clock ?? undefined,
      keys: {
        white: fromHex(view.keys.white) ?? new Uint8Array(),
        black: fromHex(view.keys.black) ?? new Uint8Array(),
      },
      drawOffer: view.drawOffer ?? undefined,
      claims: { ...view.claims, illegalMove: false },
      knownPlies: 0,
      moves,
      legal: isPlayed ? legalMoves(moves) : [],
    };
  }

  /** The player presses something, or nothing. */
  private play() {
    const { shown, random } = this;
    const { signed } = shown ?? {};
    if (!shown || !signed || this.problem) return;
    const { snapshot, end, isLooking, due, you } = shown;
    const { game, drawOffer } = snapshot;
    const off = signed.busy || this.view.paused;
    const interval = signed.match?.interval;
    if (interval && !interval.mine && !interval.wish && random() < 0.3)
      signed.match?.want(random() < 0.75 ? "begin" : "leave");
    if ((due?.what === "ask" || due?.what === "claim" || due?.what === "bring") && !due.byRelay && !off) {
      if (random() < 0.2) {
        if (due.what === "ask") signed.ask();
        else signed.bring("", due.what === "claim" ? "draw" : undefined);
        return;
      }
    }
    const isOpen = game.state === "ongoing" && !end && game.awaits !== "longerGame" && !isLooking;
    if (!isOpen) return;
    if (random() < 0.003) return void signed.say("resign");
    if (drawOffer === otherColor(you) && random() < 0.1) return void signed.say("draw");
    if (drawOffer === undefined && signed.move && random() < 0.01) return void signed.session.offerDraw();
    if (game.turn !== you || snapshot.legal.length === 0 || !signed.move || random() < 0.3) return;
    const move = this.choose(snapshot);
    if (move) signed.move(move);
  }

  /** A random legal move, often one that mates. */
  private choose({ legal, moves, plies }: GameSnapshot) {
    const all = legal.map(({ from, to, promotion }) => ({
      from: contractSquare(from),
      to: contractSquare(to),
      ...(promotion ? { promotion: promotionRole(promotion) } : {}),
    })) as Parameters<typeof encodeMove>[0][];
    const bytes = (move: (typeof all)[number]) => Uint8Array.from([...moves, ...encodeMove(move)]);
    if (this.random() < 0.5) {
      const ending = all.find((move) => legalMoves(bytes(move)).length === 0);
      if (ending) return ending;
    }
    const last = plies.at(-2)?.move;
    const back = last && all.find(({ from, to }) => from === last.to && to === last.from);
    if (this.shuffles && back && this.random() < 0.85) return back;
    return all[Math.floor(this.random() * all.length)];
  }
}

/** Does what the page of a game does, but for drawing it. */
function Game({ onShown }: { onShown: (shown: Shown | undefined) => void }) {
  const { data } = useGame(1, YOU);
  const you = data && colorOf(data.game, YOU);
  if (!data?.keys || !you || isOver(data.game)) return null;
  return <Duties onChain={data} you={you} onShown={onShown} />;
}

function Duties({ onChain, you, onShown }: { onChain: GameSnapshot; you: Color; onShown: (shown: Shown) => void }) {
  const table = useGameLine(onChain, you);
  const { signed, line } = table;
  const paused = usePaused(true);
  const timers = useTimers(signed?.chain ?? onChain, paused, line);
  useResignOnTime(signed, timers);
  useBringMate(signed, paused === true);
  useActByItself(signed, timers, paused === true);
  const { due } = useSituation(signed, timers);
  onShown({ ...table, due, you: signed?.session.game.color ?? you });
  return null;
}

/** Nothing is drawn: React wants something to draw into. */
function container(): Element {
  const listens = { addEventListener: () => {}, removeEventListener: () => {} };
  const ownerDocument = { nodeType: 9, ...listens, activeElement: null };
  return {
    nodeType: 1,
    tagName: "DIV",
    ownerDocument,
    ...listens,
    textContent: "",
    firstChild: null,
  } as unknown as Element;
}

/** Which page keeps what is kept now. */
const heardBy: { page: Page | undefined } = { page: undefined };
const watched = new WeakSet<object>();

/** Tells of each own message that is kept: only then may anybody get it. */
function watch(store: Awaited<ReturnType<typeof transcriptStore>>) {
  if (watched.has(store)) return;
  watched.add(store);
  const { put } = store;
  store.put = async (transcript) => {
    const { game, color, messages } = transcript;
    const before = (await store.get(game, color))?.messages ?? [];
    await put(transcript);
    for (const { signer, action, moves, signature } of messages.slice(before.length))
      if (signer === color)
        heardBy.page?.keeps({
          round: game.round,
          points: game.points,
          action: ACTIONS[action],
          moves: toHex(moves),
          signed: toHex(Uint8Array.of(ACTIONS[action], ...signature)),
        });
  };
}
