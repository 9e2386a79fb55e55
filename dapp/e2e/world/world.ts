import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { afterAll, afterEach, beforeAll } from "vitest";
import { GatewayFault } from "../lab/GatewayFault";
import { RelayFault } from "../lab/RelayFault";
import { Chain } from "./chain";
import { Relay } from "./relay";
import { serveSite } from "./site";

/** The whole browser, for measurements and push messages. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Debian's headless build of Chromium, which uses less of the machine. */
const HEADLESS_SHELL = "/usr/lib/chromium/chromium-headless-shell";
const takesShell = !process.env.CHROMIUM && !process.env.LIGHTHOUSE && existsSync(HEADLESS_SHELL);

/** The browser of the other tests. */
const TEST_BROWSER = takesShell ? HEADLESS_SHELL : CHROMIUM;

/** The time between blocks. */
export const BLOCK_MS = 100;

/** The wager of every game in these tests: 0.05 EGLD. */
export const WAGER = 50_000_000_000_000_000n;

/** The same of a token with two decimals: 5. */
export const TOKEN_WAGER = 500n;

/**
 * A world has a separate contract, on the chain that all worlds of this process share. It has its own chain with
 * `ownChain`, with a `stateFile`, which lets the chain be interrupted and continue, and with blocks `byHand`, which can be
 * held back. `token` is the ticker of a token to play for. `relay` starts a relay with these options. `engines` and
 * `tournaments` deploy their contracts. `bots` are players with a bot's name in the settings. In a `lab` pages reach
 * gateway and relay by lines that can fail. The `wholeBrowser` supports push messages.
 */
interface WorldOptions {
  stateFile?: string;
  token?: string;
  byHand?: boolean;
  ownChain?: boolean;
  relay?: string[];
  engines?: boolean;
  tournaments?: boolean;
  bots?: Record<string, string>;
  lab?: boolean;
  wholeBrowser?: boolean;
}

/** A contract on the local chain, the page, and windows of a browser. */
export class World {
  private readonly seats = new Map<string, Page>();
  private readonly contexts = new Set<BrowserContext>();
  /** The windows that only the running test uses. */
  private readonly own = new Set<BrowserContext>();
  /** Players whose windows share one browser's storage. */
  private readonly tabs = new Map<string, Page>();

  chain!: Chain;
  private isOwnChain = false;
  private site!: Awaited<ReturnType<typeof serveSite>>;
  private relayProcess: Relay | undefined;
  private labLines: Lab | undefined;
  private program = TEST_BROWSER;
  /** How far the clocks of the chain and the pages are ahead of this machine's. */
  private aheadMs = 0;

  private constructor() {}

  /** The world of a file's tests, from before the first to after the last; each test's own windows end with it. */
  static ofTests(options: WorldOptions = {}): World {
    const world = new World();
    beforeAll(() => world.begin(options));
    afterEach(() => world.closeOwn());
    afterAll(() => world.stop());
    return world;
  }

  /** A world that its test stops. */
  static async start(options: WorldOptions = {}): Promise<World> {
    const world = new World();
    await world.begin(options);
    return world;
  }

  private async begin(options: WorldOptions): Promise<void> {
    this.isOwnChain = options.stateFile !== undefined || options.byHand === true || options.ownChain === true;
    this.chain = this.isOwnChain
      ? await Chain.start(options.byHand ? "by hand" : BLOCK_MS, options.stateFile)
      : await sharedChain();
    const { chain } = this;
    const token = options.token && (await chain.issueToken(options.token, ["alice", "bob"]));
    if (token) await chain.deploy(TOKEN_WAGER, token);
    else await chain.deploy(WAGER);
    const engines = options.engines ? await chain.deployEngines() : {};
    const tournaments = options.tournaments ? await chain.deployTournaments() : {};
    this.relayProcess = options.relay && (await Relay.start(chain.url, chain.contract, options.relay));
    this.labLines = options.lab ? await startLab(chain, this.relayProcess) : undefined;
    const [relay, lab] = [this.relayProcess, this.labLines];
    this.site = await serveSite("dist-local", {
      ...chain.settings("local"),
      ...engines,
      ...tournaments,
      relay: relay?.url,
      bots:
        options.bots &&
        Object.entries(options.bots).map(([who, name]) => ({ address: chain.player(who).address, name })),
      ...(lab && { gateway: lab.gateway.url, api: lab.gateway.url, relay: lab.line.url }),
      developerWallets: chain.players.map(({ name, address, secretKey }) => ({ name, address, secretKey })),
    });
    this.program = options.wholeBrowser ? CHROMIUM : TEST_BROWSER;
  }

  get url(): string {
    return this.site.url;
  }

  /** The time of the chain and of the pages. */
  now(): number {
    return Date.now() + this.aheadMs;
  }

  /** Moves the clocks of the chain and the pages to a time, but not the relay's. It needs its own chain. */
  async passUntil(time: number): Promise<void> {
    const milliseconds = await this.chain.passTime(Math.max(0, time - this.now()));
    this.aheadMs += milliseconds;
    for (const context of this.contexts) {
      await context.addInitScript(moveClock, milliseconds);
      await Promise.all(context.pages().map((page) => page.evaluate(moveClock, milliseconds)));
    }
  }

  /** The relay, if the world was started with one. */
  get relay(): Relay {
    if (!this.relayProcess) throw new Error("this world has no relay");
    return this.relayProcess;
  }

  /** The lines that can fail, if the world was started with a lab. */
  get lab(): Lab {
    if (!this.labLines) throw new Error("this world has no lab");
    return this.labLines;
  }

  private async closeOwn(): Promise<void> {
    for (const context of this.own) await context.close();
    this.own.clear();
  }

  async stop(): Promise<void> {
    for (const context of this.contexts) await context.close();
    this.labLines?.line.stop();
    this.labLines?.gateway.stop();
    await this.relayProcess?.stop();
    // a world that failed to begin lacks some
    this.site?.stop();
    if (this.isOwnChain) this.chain?.stop();
  }

  /**
   * A separate browser window with the page open, and the notice about play by signature marked as read; `prepare` gets
   * the window before the page is loaded.
   */
  async visitor(
    options: BrowserContextOptions = {},
    prepare: (page: Page) => Promise<unknown> = async () => {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    const context = await newWindow(options, this.program);
    this.contexts.add(context);
    this.own.add(context);
    context.on("close", () => this.contexts.delete(context));
    if (this.aheadMs > 0) await context.addInitScript(moveClock, this.aheadMs);
    await context.addInitScript(() => {
      // an empty page has no storage
      if (location.protocol.startsWith("http")) localStorage.setItem("chess.signedPlayRead", "yes");
    });
    const page = await context.newPage();
    await prepare(page);
    await page.goto(this.url);
    return { context, page };
  }

  /** Windows that stay open after the running test. */
  keep(...pages: Page[]): void {
    for (const page of pages) this.own.delete(page.context());
  }

  /** The storage of a window that was on the page before. */
  kept(entries: Record<string, string>): BrowserContextOptions {
    const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }));
    return { storageState: { cookies: [], origins: [{ origin: new URL(this.url).origin, localStorage }] } };
  }

  /** A window in which a ready player has connected earlier, so that the page restores that wallet. */
  async player(name: string, options: BrowserContextOptions = {}): Promise<Page> {
    const { address, secretKey } = this.chain.player(name);
    const { page } = await this.visitor(options, (page) =>
      page.addInitScript(
        ([site = "", address = "", secretKey = ""]) => {
          // only once: a player who disconnects stays disconnected
          if (!location.href.startsWith(site) || sessionStorage.getItem("seated")) return;
          sessionStorage.setItem("seated", address);
          sessionStorage.setItem("chess.connected", address);
          sessionStorage.setItem("chess.developer", secretKey);
        },
        [this.url, address, secretKey],
      ),
    );
    await walletIs(page, "connected");
    return page;
  }

  /** Another player's window in the same browser, in the lobby. */
  async beside(page: Page, name: string): Promise<Page> {
    const opened = await windowBeside(page);
    await opened.goto(this.url);
    await connect(opened, name);
    return opened;
  }

  /** The lobby in a player's window of a browser that players share; the same window each time, as long as it is open. */
  async tab(name: string): Promise<Page> {
    const before = this.tabs.get(name);
    if (before && !before.isClosed()) {
      await before.goto(`${this.url}#/`);
      return before;
    }
    const neighbour = [...this.tabs.values()].find((page) => !page.isClosed());
    const page = neighbour ? await this.beside(neighbour, name) : (await this.visitor()).page;
    if (!neighbour) await connect(page, name);
    this.tabs.set(name, page);
    this.keep(page);
    return page;
  }

  /** The lobby in a ready player's window, the same one each time. */
  private async seat(name: string): Promise<Page> {
    const before = this.seats.get(name);
    const page = before && !before.isClosed() ? before : await this.player(name);
    this.seats.set(name, page);
    this.keep(page);
    await page.getByRole("link", { name: "Onchain Chess" }).click();
    return page;
  }

  /** Two windows in a game that has just begun: the first player is White. */
  async game(whiteName: string, blackName: string): Promise<{ white: Page; black: Page; id: number }> {
    const [white, black] = await Promise.all([this.seat(whiteName), this.seat(blackName)]);
    await joinInTurn(white, black);
    const begun = '[data-testid="game"][data-state="ongoing"]';
    await Promise.all([white.locator(begun).waitFor(), black.locator(begun).waitFor()]);
    return { white, black, id: idOf(white) };
  }
}

/** The number of the game or challenge that a page shows. */
export const idOf = (page: Page): number => Number(new URL(page.url()).hash.split("/")[2]);

/** Two windows in the lobby join the queue, White first. */
export async function joinInTurn(white: Page, black: Page): Promise<void> {
  await white.getByTestId("join").click();
  await white.getByTestId("queue").getByText("You are waiting").waitFor();
  await black.getByTestId("queue").getByText("you would play Black").waitFor();
  await black.getByTestId("join").click();
}

/** Runs in a page: moves its clock. */
function moveClock(milliseconds: number): void {
  const { now } = Date;
  Date.now = () => now() + milliseconds;
}

/** Moves a page's clock on, and nobody else's: its timers continue. */
export const passTime = (page: Page, milliseconds: number): Promise<void> => page.evaluate(moveClock, milliseconds);

/** Between pages, gateway and relay. */
interface Lab {
  gateway: GatewayFault;
  line: RelayFault;
}

const startLab = async (chain: Chain, relay: Relay | undefined): Promise<Lab> => ({
  gateway: await GatewayFault.start(chain.url),
  line: await RelayFault.start(() => relay?.url ?? ""),
});

/** The test files of a process run in turn, and share programs that start slowly. */
let chain: Promise<Chain> | undefined;
const browsers = new Map<string, Promise<Browser>>();

/** The chain of this process, for separate contracts. It ends with the process. */
export async function sharedChain(): Promise<Chain> {
  if (!(await chain)?.isRunning) chain = Chain.start(BLOCK_MS);
  return chain as Promise<Chain>;
}

/** A browser of this process. It ends with the process. */
export async function sharedBrowser(program = TEST_BROWSER): Promise<Browser> {
  const before = browsers.get(program);
  if (before && (await before).isConnected()) return before;
  const browser = launch(program);
  browsers.set(program, browser);
  return browser;
}

/** A window of a browser of this process, and nothing in its storage. */
export async function newWindow(options: BrowserContextOptions = {}, program?: string): Promise<BrowserContext> {
  const usual = { viewport: { width: 1000, height: 700 }, reducedMotion: "reduce" } as const;
  const context = await (await sharedBrowser(program)).newContext({ ...usual, ...options });
  context.setDefaultTimeout(45_000);
  context.on("weberror", (error) => console.error("the page threw:", error.error()));
  return context;
}

/** The features that Chromium omits: a second list replaces Playwright's own, so that one is in it. */
const LEFT_OUT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // the address bar's two pages for each window, which take most of the time to open one
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${LEFT_OUT.join()}`,
    ],
  });
}

/** Another window with the same storage. Of two tabs in one window Chromium draws one only once a second. */
export async function windowBeside(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await page.evaluate(() => {
    window.open("about:blank", "_blank", "popup,noopener");
  });
  return opened;
}

/** Adds settings to a page's own, starting with its next load. */
export const changeSettings = (page: Page, more: object): Promise<unknown> =>
  page.route("**/settings.json", async (route) => {
    const settings = await (await route.fetch()).json();
    await route.fulfill({ json: { ...settings, ...more } });
  });

/** Waits until a page shows this state of its wallet. */
export const walletIs = (page: Page, status: "none" | "restoring" | "connected"): Promise<void> =>
  page.locator(`[data-testid="account"][data-status="${status}"]`).waitFor();

/** Connects a ready player and goes back to the lobby. */
export async function connect(page: Page, name: string): Promise<void> {
  await page.getByTestId("account").click();
  await page.getByRole("button", { name: `Play as ${name}` }).click();
  await page.getByRole("button", { name: "Disconnect" }).waitFor();
  await page.getByRole("link", { name: "Onchain Chess" }).click();
}

/** A board on which the player can move. */
export const MOVABLE = '[data-testid="board"][data-movable="true"]';

/** The middle of a square of the board, or of the 6×6 board, in the window. */
export async function middleOf(page: Page, square: string, board: "ground" | "six" = "ground") {
  const { isFlipped, ...box } = await page.getByTestId(board).evaluate((ground) => {
    ground.scrollIntoView({ block: "nearest" });
    const { x, y, width, height } = ground.getBoundingClientRect();
    return { x, y, width, height, isFlipped: ground.closest('[data-orientation="black"]') !== null };
  });
  if (box.width === 0) throw new Error("the board isn't to be seen");
  const size = board === "six" ? 6 : 8;
  const file = square.charCodeAt(0) - "a".charCodeAt(0);
  const rank = Number(square[1]) - 1;
  const x = (isFlipped ? size - 1 - file : file) + 0.5;
  const y = (isFlipped ? rank : size - 1 - rank) + 0.5;
  return { x: box.x + (x * box.width) / size, y: box.y + (y * box.height) / size };
}

/** Clicks a square of the board, or of the 6×6 board, like a hand. */
export async function clickSquare(page: Page, square: string, board?: "six"): Promise<void> {
  const { x, y } = await middleOf(page, square, board);
  await page.mouse.click(x, y);
}

/** Clicks a move's two squares, "e2e4". */
export async function clickMove(page: Page, squares: string): Promise<void> {
  for (const square of [squares.slice(0, 2), squares.slice(2, 4)]) await clickSquare(page, square);
}

/** Waits until a view is laid out again, and its animations have ended. */
export const laidOut = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // animations that a new window or theme starts are known a frame later
    await frame();
    await frame();
    const ends = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.catch(() => {}));
    await Promise.all(ends);
  });

/** Drags a piece of the 6×6 board from one square to another. */
export async function dragSixSquare(page: Page, from: string, to: string): Promise<void> {
  const [start, end] = [await middleOf(page, from, "six"), await middleOf(page, to, "six")];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 5 });
  await page.mouse.up();
}

/** Comes back to the page after looking at something else: the page queries the chain again. */
export const lookAgain = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));

/** Makes the page a hidden one from now on. */
export const hide = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
    Object.defineProperty(document, "hidden", { get: () => true });
    return document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  });

/**
 * Presses a button that needs two presses. The page itself makes the second one: the button waits four seconds for it, and
 * on a busy machine a press from here could be later.
 */
export async function confirmed(page: Page, name: string, within: Page | Locator = page): Promise<void> {
  const pressed = await page.evaluateHandle(
    (asking) => ({
      again: new Promise<void>((resolve, reject) => {
        const again = () => {
          const button = document.querySelector<HTMLElement>(`button[aria-label="${asking}"]`);
          if (!button) return reject(new Error(`there is no button "${asking}"`));
          button.click();
          return resolve();
        };
        document.addEventListener("click", () => setTimeout(again, 400), { once: true, capture: true });
      }),
    }),
    `${name}: press again to confirm`,
  );
  await within.getByRole("button", { name, exact: true }).click();
  await pressed.evaluate(({ again }) => again);
}

/** Presses a button that opens an explanation, and then the one in it. */
export async function explained(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name: `${name} …` });
  await button.first().click();
  await page.getByRole("dialog", { name }).getByRole("button", { name, exact: true }).click();
}

/** The text that a button of a page saves as a file. */
export async function downloaded(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
  return readFile(await download.path(), "utf8");
}

/** Submits a game to the chain by hand, even if that isn't due. */
export async function bring(page: Page): Promise<void> {
  const panel = page.getByTestId("signed");
  const button = panel.getByRole("button", { name: "Bring it to the chain …" });
  if (!(await button.isVisible())) await panel.getByTestId("mark").click();
  await button.click();
  await page.getByRole("dialog").getByRole("button", { name: "Bring it to the chain", exact: true }).click();
}

/** The number of plies that the page shows. */
export const plies = async (page: Page): Promise<number> =>
  Number(await page.getByTestId("game").getAttribute("data-plies"));

/** Waits for an element by the frame: a locator looks only twice a second. */
export async function appears(page: Page, selector: string): Promise<void> {
  await page.waitForFunction((selector) => document.querySelector(selector) !== null, selector);
}

/** Waits until the page shows a game of this number of plies. */
export const seesPlies = (page: Page, count: number): Promise<void> =>
  appears(page, `[data-testid="game"][data-plies="${count}"]`);

/** Types a move into the field for it. */
export async function typeMove(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Type a move" }).fill(text);
  await page.keyboard.press("Enter");
}

/** Plays a move with the pointer, "e2e4", and waits until the page has it, perhaps with a program's answer already. */
export async function move(page: Page, squares: string, promotion?: string): Promise<void> {
  const before = await playMove(page, squares, promotion);
  await page.waitForFunction(
    (before) => Number(document.querySelector<HTMLElement>('[data-testid="game"]')?.dataset.plies) > before,
    before,
  );
}

/** The same without waiting. Returns the number of plies before it. */
export async function playMove(page: Page, squares: string, promotion?: string): Promise<number> {
  await appears(page, MOVABLE);
  const before = await plies(page);
  await clickMove(page, squares);
  if (promotion) await page.getByRole("dialog").getByRole("button", { name: promotion }).click();
  return before;
}

/** A promise that waits until it is released. */
export function held(): { until: Promise<void>; release: () => void } {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { until, release };
}

/** A page's sounds and notices while nobody looks at it, until the returned function is called. */
export async function lookAway(page: Page): Promise<() => Promise<{ told: string[]; heard: number[] }>> {
  await page.evaluate(() => {
    const told: string[] = [];
    const heard: number[] = [];
    Object.assign(window, { told, heard });
    class Notice {
      static permission = "granted";
      constructor(title: string, { body }: NotificationOptions) {
        told.push(`${title}: ${body}`);
      }
      close() {}
    }
    Object.assign(window, { Notification: Notice });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      heard.push(this.frequency.value);
      start.call(this, when);
    };
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
  });
  return async () => {
    const noticed = await page.evaluate(() => {
      Reflect.deleteProperty(document, "visibilityState");
      const { told, heard } = window as unknown as { told: string[]; heard: number[] };
      return { told, heard };
    });
    await lookAgain(page);
    return noticed;
  };
}
