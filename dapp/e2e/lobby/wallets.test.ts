// The production build with stand-ins for real wallets.
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Chain } from "../world/chain";
import { PHONE } from "../world/looks";
import { PhoneWallet } from "../world/PhoneWallet";

import { serveSite } from "../world/site";
import {
  connectExtension,
  EXTENSION,
  installAttestation,
  installExtension,
  installWebWallet,
  joinWith,
  type Manner,
} from "../world/standIns";
import { WalletConnectRelay } from "../world/WalletConnectRelay";
import {
  clickMove,
  held,
  idOf,
  MOVABLE,
  move,
  newWindow,
  seesPlies,
  sharedChain,
  WAGER,
  walletIs,
} from "../world/world";

let chain: Chain;
let site: Awaited<ReturnType<typeof serveSite>>;
let manner: Manner = "sign";

beforeAll(async () => {
  chain = await sharedChain();
  await chain.deploy(WAGER);
  site = await serveSite("dist", chain.settings("devnet"));
});
afterAll(() => site?.stop());

type Install = (context: BrowserContext, player: ReturnType<Chain["player"]>, manner: () => Manner) => Promise<void>;

/** A window with a wallet of this kind, on the page. */
async function visit(install: Install, name: string): Promise<Page> {
  manner = "sign";
  const context = await newWindow();
  await install(context, chain.player(name), () => manner);
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByTestId("join").waitFor();
  return page;
}

const CONFIG = "**/websocket/config";

/** The wallet's service refuses the first question of a page that is loaded, and answers once what this gives was called. */
async function refuseOnce(page: Page): Promise<() => Promise<void>> {
  const { until, release } = held();
  let asked = 0;
  await page.route(CONFIG, async (route) => {
    if (asked++ === 0) return route.fulfill({ status: 429 });
    await until;
    return route.continue();
  });
  return async () => {
    release();
    await page.unroute(CONFIG);
  };
}

/** The name that a phone's browser gives itself. */
const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

test("the extension: one button to join, moves without a panel over the board, a refusal, and a way out of silence", async () => {
  const page = await visit(installExtension, "alice");
  await joinWith(page, EXTENSION, chain, "bob");

  manner = "silent";
  await clickMove(page, "e2e4");
  await page.getByText("Waiting for your signature: Move e4").waitFor();
  // nothing of the wallets' own lies over the board
  const box = await page.getByTestId("board").boundingBox();
  if (!box) throw new Error("there is no board");
  const top = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x as number, y as number)?.closest('[data-testid="board"]') !== null,
    [box.x + box.width / 2, box.y + box.height / 2],
  );
  expect(top).toBe(true);
  await page.getByTestId("standing").getByRole("button", { name: "Cancel" }).click();
  await page.locator(MOVABLE).waitFor();

  manner = "refuse";
  await clickMove(page, "e2e4");
  // beside none of the one that was cancelled
  const refused = page.locator('[data-testid="transaction"][data-stage="refused"]');
  await refused.waitFor();
  // and it can be read: no notice of sdk-dapp's lies over it
  expect(
    await refused.evaluate((toast) => {
      const { x, y, width, height } = toast.getBoundingClientRect();
      return toast.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }),
  ).toBe(true);
  await page.locator(MOVABLE).waitFor();
  await expect.poll(() => page.getByTestId("board").getAttribute("data-fen")).toContain("PPPPPPPP");

  manner = "sign";
  await move(page, "d2d4");

  // a wallet isn't forgotten because one request has failed, nor for a chunk that a deployment took away
  let answer = await refuseOnce(page);
  await page.reload();
  await seesPlies(page, 1);
  await walletIs(page, "restoring");
  // the wallet that comes back pushes nothing
  const place = await page.getByTestId("board").boundingBox();
  await answer();
  await walletIs(page, "connected");
  expect(await page.getByTestId("board").boundingBox()).toEqual(place);
  let failures = 0;
  await page.route("**/assets/sdkDapp-*.js", (route) => (failures++ === 0 ? route.abort() : route.continue()));
  await page.reload();
  await walletIs(page, "connected");
  expect(await page.evaluate(() => localStorage.getItem("chess.connected"))).toBe(chain.player("alice").address);
  // half of sdk-dapp's code is its panels: who comes back sees none
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(loaded.filter((name) => name.includes("sdkDapp-"))).not.toEqual([]);
  expect(loaded.filter((name) => name.includes("web-components"))).toEqual([]);

  // who presses before the wallet is back waits for it, and isn't asked which one
  answer = await refuseOnce(page);
  await page.goto(`${site.url}#/`);
  await page.reload();
  await walletIs(page, "restoring");
  await page.getByRole("button", { name: "Challenge a friend" }).click();
  await page.getByRole("dialog", { name: "Choose a wallet" }).getByText("Connecting…").waitFor();
  await answer();
  await page.getByRole("dialog", { name: "New challenge" }).waitFor();
  expect(await page.locator("mvx-unlock-panel").count()).toBe(0);
  await page.keyboard.press("Escape");

  // two tabs: who leaves in one has left in the other
  const other = await page.context().newPage();
  await other.goto(`${site.url}#/wallet`);
  await walletIs(other, "connected");
  await other.getByRole("button", { name: "Disconnect" }).click();
  await walletIs(page, "none");
  await other.reload();
  await other.getByRole("button", { name: "Choose a wallet" }).waitFor();

  // and who comes back with another account is that one in both
  const carol = chain.player("carol").address;
  await other.evaluate((address) => {
    window.elrondWallet.address = address;
  }, carol);
  await connectExtension(other);
  await walletIs(page, "connected");
  await expect.poll(() => page.getByTestId("account").textContent()).toContain(carol.slice(0, 8));
  await page.context().close();
}, 300_000);

test("the web wallet: a window for each signature, and one that was closed by hand", async () => {
  const page = await visit(installWebWallet, "carol");
  await joinWith(page, "MultiversX Web Wallet", chain, "bob");
  await move(page, "e2e4");
  await expect.poll(() => page.context().pages().length).toBe(1);

  manner = "silent";
  await chain.call(chain.player("bob"), "makeMove", [idOf(page), 12, 28]);
  await seesPlies(page, 2);
  await page.locator(MOVABLE).waitFor();
  const opening = page.context().waitForEvent("page");
  await clickMove(page, "d2d4");
  const wallet = await opening;
  await page.getByText("Waiting for your signature: Move d4").waitFor();
  await wallet.close();
  await page.getByTestId("standing").getByRole("button", { name: "Cancel" }).click();
  await page.locator(MOVABLE).waitFor();
  manner = "sign";
  await move(page, "g1f3");
  await page.context().close();
}, 300_000);

test("inside of a wallet's own browser the page asks it by itself", async () => {
  const context = await newWindow();
  const said: string[] = [];
  await context.exposeFunction("hearWallet", (message: string) => said.push(message));
  await context.addInitScript(() => {
    const { hearWallet } = window as unknown as { hearWallet: (message: string) => void };
    Object.assign(window, { ReactNativeWebView: { postMessage: hearWallet } });
  });
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByTestId("join").waitFor();
  await expect.poll(() => said.length, { timeout: 45_000 }).toBeGreaterThan(0);
  await context.close();
});

test("xPortal on the same phone: a session by WalletConnect, signatures, a refusal, and an end in the app", async () => {
  const relay = await WalletConnectRelay.start();
  const settings = { walletConnectProjectId: "0".repeat(32), walletConnectRelay: relay.url };
  const withRelay = await serveSite("dist", { ...chain.settings("devnet"), ...settings });
  manner = "sign";
  const wallet = await PhoneWallet.start(relay.url, chain.player("grace"), () => manner);
  const context = await newWindow({ ...PHONE, userAgent: ANDROID });
  await installAttestation(context);
  const page = await context.newPage();
  await page.goto(withRelay.url);
  await page.getByTestId("join").click();
  await page.locator("mvx-unlock-panel").getByText("xPortal App", { exact: true }).first().click();
  const link = page.locator("mvx-wallet-connect").locator('a[href*="wallet-connect=wc"]');
  // the app opens by this link, which names the session
  const [, uri = ""] = /wallet-connect=([^&]+)/.exec((await link.getAttribute("href")) ?? "") ?? [];
  await wallet.open(decodeURIComponent(uri));
  await walletIs(page, "connected");
  await page.getByText("You are waiting for an opponent.").waitFor();
  await chain.call(chain.player("heidi"), "joinGame", [], WAGER);
  await move(page, "e2e4");

  manner = "refuse";
  await chain.call(chain.player("heidi"), "makeMove", [idOf(page), 12, 28]);
  await seesPlies(page, 2);
  await page.locator(MOVABLE).waitFor();
  await clickMove(page, "d2d4");
  await page.locator('[data-testid="transaction"][data-stage="refused"]').waitFor();
  // the session outlives a reload
  manner = "sign";
  await page.reload();
  await walletIs(page, "connected");
  await move(page, "g1f3");
  await wallet.leave();
  await walletIs(page, "none");

  await context.close();
  await wallet.stop();
  relay.stop();
  withRelay.stop();
});
