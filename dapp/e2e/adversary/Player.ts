import { Address } from "@multiversx/sdk-core/out/core/address";
import { fromHex } from "../../src/signedPlay/hex";
import { Hand } from "./Hand";
import { LyingRelay } from "./LyingRelay";
import type { Page, World } from "./Page";
import type { Answer, ChainView, SignedHere, Sit, Told } from "./protocol";
import { Tabs } from "./Tabs";
import { Time } from "./Time";

/** The page's code as one browser has it: each has a store of its own. */
export type Browser = { Page: typeof Page };

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

type Call = NonNullable<Answer["call"]> & { onResult: (isTaken: boolean) => void };

/** A player with one page, two tabs of a browser, or a page on each of two devices. */
export class Player {
  private readonly pages: Page[] = [];
  private readonly time: Time;
  private readonly random: () => number;
  private readonly relay: LyingRelay | undefined;
  private readonly tabs: Tabs;
  private readonly hand: Hand;
  private signed: SignedHere[] = [];
  /** The calls of all pages, one after the other, as of one account. */
  private readonly calls: Call[] = [];
  private isCalling = false;

  private constructor(
    sit: Sit,
    private view: ChainView,
  ) {
    this.random = randomBy(sit.seed);
    this.hand = new Hand(this.random);
    this.time = new Time(sit.now);
    this.tabs = new Tabs(new Address(fromHex(sit.contract) ?? new Uint8Array()).toBech32());
    this.relay = sit.relay === 0 ? undefined : new LyingRelay(sit.relay === 2, this.random);
    Object.assign(globalThis, { WebSocket: this.relay?.socket, BroadcastChannel: this.tabs.channel });
    // by which a page takes up its line again
    Math.random = randomBy(sit.seed + 1);
  }

  static async sit(sit: Sit, browsers: readonly [Browser, Browser]): Promise<Player> {
    const player = new Player(sit, sit.chain);
    const { random, relay } = player;
    const second = random() < 0.35 ? (relay && random() < 0.7 ? "device" : "tab") : undefined;
    player.tabs.areOfOneBrowser = second !== "device";
    const [first, other] = browsers;
    await player.open(sit, first, true);
    if (second) await player.open(sit, second === "device" ? other : first, second === "tab");
    // the first one is there when the game begins
    player.pages[0]?.open();
    await player.time.due();
    return player;
  }

  private async open(sit: Sit, { Page }: Browser, isMadeHere: boolean): Promise<void> {
    const player = this;
    const { pages } = this;
    const world: World = {
      get view() {
        return player.view;
      },
      contract: this.tabs.contract,
      hasRelay: this.relay !== undefined,
      roundMs: sit.roundMs,
      keeps: (message) => {
        this.signed.push(message);
        this.hand.remembers(message, page);
      },
      call: (call) => new Promise((onResult) => this.calls.push({ ...call, onResult })),
    };
    const page = new Page(world);
    pages.push(page);
    if (isMadeHere === false || pages.length === 1) await Page.bringKey(world, sit.secret, isMadeHere);
  }

  /** The pages' actions since this was asked last. */
  answer(): Answer {
    const { signed } = this;
    this.signed = [];
    const next = this.isCalling ? undefined : this.calls[0];
    this.isCalling ||= next !== undefined;
    const { onResult, ...call } = next ?? { onResult: undefined };
    const open = this.pages.filter(({ isOpen }) => isOpen);
    return {
      signed,
      call: next && (call as Answer["call"]),
      seen: Math.min(...open.map(({ seen }) => seen)),
      problem: this.pages.find(({ problem }) => problem)?.problem,
    };
  }

  /** Closes a page and opens it anew. */
  async reload(): Promise<void> {
    const { pages, random } = this;
    const page = pages[Math.floor(random() * pages.length)];
    page?.close();
    page?.open();
    await this.time.due();
  }

  end(): void {
    for (const page of this.pages) page.close();
    this.relay?.cut();
    this.time.clear();
    this.time.restore();
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
    if (result !== null) this.called(result);
    if (isCut) this.relay?.cut(this.random() < 0.5);
    for (const told of heard) {
      if (this.relay) this.relay.tell(told);
      else this.tabs.tell(told, chain);
      await this.time.due();
    }
    await this.time.live(now + ms, () => this.act());
  }

  async sleep(ms: number): Promise<void> {
    this.time.sleep(ms);
  }

  private called(isTaken: boolean) {
    this.isCalling = false;
    this.calls.shift()?.onResult(isTaken);
  }

  private act() {
    const { pages, hand, random } = this;
    for (const page of pages) if (!page.isOpen && random() < 0.05) page.open();
    hand.act(
      pages.filter(({ isOpen }) => isOpen),
      this.view.pause.isPaused,
    );
  }
}
