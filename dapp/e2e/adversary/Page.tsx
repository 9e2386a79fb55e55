import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot, type Root } from "react-dom/client";
import { type Chain, ChainContext } from "../../src/chain/ChainContext";
import { ABORTED_BEFORE, type Color, colorOf, isOver } from "../../src/chain/game";
import { usePaused } from "../../src/chain/queries";
import { A_NETWORK } from "../../src/chain/testGames";
import type { Due } from "../../src/game/duties/situation";
import { useAbort } from "../../src/game/duties/useAbort";
import { useActByItself } from "../../src/game/duties/useActByItself";
import { useResignOnTime } from "../../src/game/duties/useResignOnTime";
import { useSituation } from "../../src/game/duties/useSituation";
import { type GameSnapshot, useGame } from "../../src/game/line/useGame";
import { type GameLine, isWaiting, useGameLine } from "../../src/game/line/useGameLine";
import { type Play, usePlay } from "../../src/game/line/usePlay";
import { useTimers } from "../../src/game/line/useTimers";
import { gameKeyOf } from "../../src/signedPlay/ed25519";
import { fromHex, toHex } from "../../src/signedPlay/hex";
import { setKeySource } from "../../src/signedPlay/keys/keySource";
import { transcriptStore } from "../../src/signedPlay/keys/store";
import { ACTIONS } from "../../src/signedPlay/message";
import type { Abort } from "../../src/signedPlay/relay/Abort";
import type { TrackedTransaction, TransactionOrder } from "../../src/transactions/TransactionStore";
import { TransactionsContext } from "../../src/transactions/TransactionsContext";
import { ActingWallet, type Wallet } from "../../src/wallet/wallet";
import type { ChainView, SignedHere } from "./protocol";
import { OTHER, snapshotOf, type VersionedSnapshot, YOU } from "./snapshot";

/** The surroundings of a page: the chain, and the receiver of its actions. */
export interface World {
  view: ChainView;
  readonly contract: string;
  readonly hasRelay: boolean;
  readonly roundMs: number;
  /** A message was kept in this browser: only then may anybody get it. */
  keeps(message: SignedHere): void;
  /** Makes a call; whether the chain takes it. */
  call(call: { title: string; endpoint: string; arguments: unknown[]; seen: number }): Promise<boolean>;
}

/** The parts of the page that a player sees and can press. */
export interface Shown extends GameLine {
  due: Due | undefined;
  you: Color;
  play: Play;
  abort: Abort | undefined;
}

const EPOCH_MS = 86_400_000;
const ENOUGH = 10n ** 18n;

/** A tab with the page: the code that people use, with a chain and lines to others that a program makes. */
export class Page {
  shown: Shown | undefined;
  problem: string | undefined;
  /** The version of the chain's game that the page shows. */
  seen = -1;
  client = new QueryClient();
  private root: Root | undefined;
  private transactions: readonly TrackedTransaction[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(private readonly world: World) {}

  /** Brings the player's key to this browser: it was made here, or is found by what the purse opens. */
  static async bringKey(world: World, secret: string, isMadeHere: boolean): Promise<void> {
    const key = gameKeyOf(fromHex(secret) ?? new Uint8Array(32));
    const store = await transcriptStore();
    if (isMadeHere) await store.putKey(key.publicKey, { secret: key.secret, signed: new Uint8Array() });
    const isIt = (publicKey: Uint8Array) => toHex(publicKey) === toHex(key.publicKey);
    setKeySource({ next: async () => key, find: async (publicKey) => (isIt(publicKey) ? key : undefined) });
    keptFor.world = world;
    watch(store);
  }

  open(): void {
    const { world } = this;
    this.client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    this.root = createRoot(container(), {
      onUncaughtError: (error) => {
        this.problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
      },
    });
    const { roundMs } = world;
    const chain = {
      settings: { contract: world.contract, ...(world.hasRelay ? { relay: "wss://relay.example/play" } : {}) },
      config: { ...A_NETWORK, roundMs, roundsPerEpoch: EPOCH_MS / roundMs },
      gateway: {
        account: async () => ({ balance: ENOUGH, nonce: 0n }),
        clock: async () => ({
          epoch: world.view.epoch,
          roundsPassed: Math.floor(world.view.epochMs / roundMs),
          roundsPerEpoch: EPOCH_MS / roundMs,
        }),
      },
      chess: {
        isPaused: async () => world.view.pause.isPaused,
        pause: async () => world.view.pause,
        wouldSucceed: async () => world.view.isReclaimable,
        snapshot: async () => snapshotOf(world.view),
        call: async (_: unknown, endpoint: string, args: unknown[]) => ({ endpoint, args }),
      },
    } as unknown as Chain;
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
            <ActingWallet value={{ address: YOU, home: OTHER } as unknown as Wallet}>
              <Game onSeen={(version) => (this.seen = version)} onShown={(shown) => (this.shown = shown)} />
            </ActingWallet>
          </TransactionsContext>
        </QueryClientProvider>
      </ChainContext>,
    );
  }

  close(): void {
    this.root?.unmount();
    this.root = undefined;
    this.client.clear();
    this.shown = undefined;
  }

  get isOpen(): boolean {
    return this.root !== undefined;
  }

  private publish(transactions: readonly TrackedTransaction[]) {
    this.transactions = transactions;
    for (const listener of this.listeners) listener();
  }

  private async run(order: TransactionOrder): Promise<boolean> {
    const { title } = order;
    // what it was decided by
    const { seen } = this;
    this.publish([{ id: "1", sender: YOU, title, stage: "sending" }]);
    let isTaken = false;
    try {
      const built = (await order.build({ address: YOU, nonce: 0n })) as unknown as {
        endpoint: string;
        args: unknown[];
      };
      await order.onSend?.();
      const args = built.args.map((one) => (one instanceof Uint8Array ? toHex(one) : one));
      isTaken = await this.world.call({ title, endpoint: built.endpoint, arguments: args, seen });
      this.client.invalidateQueries({ queryKey: ["game"] });
    } catch {
      // what can't be signed any more isn't sent
    }
    this.publish([]);
    return isTaken;
  }
}

/** Does what the page of a game does, but for drawing it. */
function Game({ onSeen, onShown }: { onSeen: (version: number) => void; onShown: (shown: Shown) => void }) {
  const { data } = useGame(1, YOU);
  // what has come and isn't shown yet decides nothing
  if (data) onSeen((data as unknown as VersionedSnapshot).version);
  const you = data && colorOf(data.game, YOU);
  if (!data?.keys || !you || isOver(data.game)) return null;
  return <Duties onChain={data} you={you} onShown={onShown} />;
}

function Duties({ onChain, you, onShown }: { onChain: GameSnapshot; you: Color; onShown: (shown: Shown) => void }) {
  const table = useGameLine(onChain, you);
  const { signed, line, snapshot } = table;
  const color = signed?.session.game.color ?? you;
  const paused = usePaused(true);
  const timers = useTimers(signed?.chain ?? onChain, paused, line);
  const isOpen = signed !== undefined && !snapshot.claims.inactivity && !isWaiting(table);
  const play = usePlay(snapshot, color, isOpen, signed?.move, signed?.session);
  useResignOnTime(signed, timers);
  const situation = useSituation(signed, timers);
  useActByItself(signed, situation);
  const mayAbort = snapshot.game.plies < ABORTED_BEFORE;
  const abort = useAbort(mayAbort ? signed?.session : undefined, table.room);
  onShown({ ...table, due: situation.due, you: color, play, abort });
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

/** The world that hears of what this browser keeps now. */
const keptFor: { world: World | undefined } = { world: undefined };
const watched = new WeakSet<object>();

/** Tells of each own message that is kept. */
function watch(store: Awaited<ReturnType<typeof transcriptStore>>) {
  if (watched.has(store)) return;
  watched.add(store);
  const { put } = store;
  store.put = async (transcript) => {
    const { game, color, messages } = transcript;
    const before = (await store.get(game, color))?.messages ?? [];
    await put(transcript);
    for (const { signer, action, moves, signature, isFromElsewhere } of messages.slice(before.length))
      if (signer === color && !isFromElsewhere)
        keptFor.world?.keeps({
          round: game.round,
          points: game.points,
          action: ACTIONS[action],
          moves: toHex(moves),
          signed: toHex(Uint8Array.of(ACTIONS[action], ...signature)),
        });
  };
}
