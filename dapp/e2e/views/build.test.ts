// The production build: what it must not have, and how much its first view weighs.
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Chain } from "../world/chain";
import { choose, isOn } from "../world/signedTable";
import { serveSite } from "../world/site";
import { connectExtension, installExtension } from "../world/standIns";
import { sharedBrowser, sharedChain, WAGER } from "../world/world";

/** The most bytes of the first view with its font, compressed by Brotli. */
const FIRST_VIEW = 180_000;
/** The same of a game that goes on. */
const GAME_VIEW = 240_000;
/** The most bytes that the gateway answers for that game, uncompressed. */
const GAME_ANSWERS = 30_000;

/** The texts that only the developer wallet has. */
const DEVELOPER_ONLY = ["chess.developer", "you refused to sign", "Play as ", "Ready players"];

/** A build's code; its translations are of both builds. */
async function scripts(build: string): Promise<string> {
  const folder = fileURLToPath(new URL(`../../${build}/assets/`, import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js") && !/^(de|ar)-/.test(name));
  return (await Promise.all(names.map((name) => readFile(folder + name, "utf8")))).join("\n");
}

test("the developer wallet is in the local build alone", async () => {
  const [local, production] = await Promise.all([scripts("dist-local"), scripts("dist")]);
  for (const text of DEVELOPER_ONLY) {
    expect(local, "the local build").toContain(text);
    expect(production.includes(text), `the production build has "${text}"`).toBe(false);
  }
});

let chain: Chain;
let context: BrowserContext;
beforeAll(async () => {
  chain = await sharedChain();
  await chain.deploy(WAGER);
});
beforeEach(async () => {
  context = await (await sharedBrowser()).newContext();
});
afterEach(() => context?.close());

/** The production build against the local chain, as if that were one of the networks. */
const serve = (network: string, more: object = {}) =>
  serveSite("dist", {
    ...chain.settings(network),
    ...more,
    developerWallets: chain.players.map(({ name, secretKey }) => ({ name, secretKey })),
  });

interface Loaded {
  /** How long it is, compressed. */
  bytes: number;
  /** When the page asked for it, in milliseconds since 1970. */
  asked: number;
}

/** The page's own files as they are loaded. */
function loadedBy(page: Page, site: string): Record<string, Loaded> {
  const files: Record<string, Loaded> = {};
  page.on("response", async (response) => {
    if (!response.url().startsWith(site) || !response.ok()) return;
    // its operator's, and here with the tests' wallets
    if (response.url().endsWith("/settings.json")) return;
    const body = await response.body().catch(() => undefined);
    // the test is over, and its page closed
    if (!body) return;
    const bytes = response.url().endsWith(".woff2") ? body.length : brotliCompressSync(body).length;
    files[new URL(response.url()).pathname] = { bytes, asked: response.request().timing().startTime };
  });
  return files;
}

const sumOf = (files: Record<string, Loaded>, until = Infinity): number =>
  Object.values(files).reduce((sum, { bytes, asked }) => (asked > until ? sum : sum + bytes), 0);

test("the first view is light, without any wallet's code, and offers no developer wallet", async () => {
  const site = await serve("local");
  const page = await context.newPage();
  const files = loadedBy(page, site.url);
  await page.goto(site.url);
  await page.getByTestId("join").waitFor();
  await page.waitForTimeout(1_000);
  const total = sumOf(files);
  console.info(`first view: ${total} bytes compressed in ${Object.keys(files).length} files`);
  expect(Object.keys(files).some((name) => name.startsWith("/assets/index"))).toBe(true);
  expect(Object.keys(files).filter((name) => /sdkDapp|developer|web-components|flatPieces/.test(name))).toEqual([]);
  expect(total).toBeLessThan(FIRST_VIEW);

  await page.goto(`${site.url}#/wallet`);
  await page.getByRole("heading", { name: "Wallet" }).waitFor();
  expect(await page.getByRole("button", { name: /Play as/ }).count()).toBe(0);
  site.stop();
});

test("it can be installed, opens without a network, and never says an old contract's address", async () => {
  const site = await serve("local");
  const page = await context.newPage();
  await page.goto(site.url);
  await page.getByTestId("join").waitFor();
  const manifest = await (await page.request.get(`${site.url}manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ display: "standalone", start_url: "./" });
  for (const { src } of manifest.icons)
    expect((await page.request.get(new URL(src, site.url).href)).ok(), src).toBe(true);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);

  await context.setOffline(true);
  await page.reload();
  await page.getByText("There is no network.").waitFor();
  await context.setOffline(false);
  await page.getByTestId("join").waitFor();
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain("/");
  expect(kept.some((path) => path.startsWith("/assets/GamePage"))).toBe(true);
  // the settings and the chain's state are requested each time
  expect(kept.filter((path) => path.endsWith(".json") || path.includes("vm-values"))).toEqual([]);
  expect(kept.filter((path) => /sdkDapp|stockfish|flatPieces/.test(path))).toEqual([]);
  site.stop();
});

test("on mainnet every stake has a price", async () => {
  const site = await serve("mainnet");
  const [alice, bob] = [chain.player("alice"), chain.player("bob")];
  // a game that Alice has won, and a challenge that waits: each for 0.05 EGLD
  await chain.call(alice, "challenge", [null, 0, null, 1, false], WAGER);
  await chain.call(bob, "accept", [1], WAGER);
  await chain.call(bob, "resign", [1]);
  await chain.call(bob, "challenge", [null, 0, null, 1, false], WAGER);
  await installExtension(context, alice, () => "sign");
  const page = await context.newPage();
  await page.route("**/economics", (route) => route.fulfill({ json: { price: 17 } }));
  await page.goto(`${site.url}#/wallet`);
  await connectExtension(page);
  await page.goto(`${site.url}#/`);
  for (const name of ["New game", "Open challenges"]) {
    await page.getByRole("region", { name }).getByText("≈ $0.85").waitFor();
  }
  await page.getByRole("button", { name: "Challenge a friend" }).click();
  const dialog = page.getByRole("dialog", { name: "New challenge" });
  await dialog.getByRole("textbox", { name: "Stake" }).fill("0.1");
  await dialog.getByText("≈ $1.70").waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${site.url}#/game/1`);
  await page.getByTestId("end").getByText("≈ $0.85").waitFor();
  site.stop();
});

test("on a network it offers the wallets of sdk-dapp", async () => {
  const site = await serve("devnet", { walletConnectProjectId: "0123456789abcdef0123456789abcdef" });
  const page = await context.newPage();
  await page.goto(`${site.url}#/wallet`);
  // dark by the page's own switch, whatever the system is: the panel is, too
  await page.getByRole("button", { name: "Settings" }).click();
  await choose(page.getByRole("dialog"), "Light or dark", "Dark");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Choose a wallet" }).click();
  const panel = page.locator("mvx-unlock-panel");
  for (const wallet of ["MultiversX Wallet Extension", "MultiversX Web Wallet", "Ledger", "Passkey", "xPortal App"]) {
    await panel.getByText(wallet, { exact: true }).first().waitFor();
  }
  await expect.poll(() => page.locator("html").getAttribute("data-mvx-theme")).toContain("dark");
  expect(await page.getByRole("button", { name: /Play as/ }).count()).toBe(0);
  // closed without a choice, the page is as before
  await page.mouse.click(100, 500);
  await page.getByTestId("account").getByText("Connect", { exact: true }).waitFor();
  // the panel slides out, and then goes; until then it takes with it everything opened since
  await panel.waitFor({ state: "detached" });

  // a passkey is asked for in a window of the web wallet
  const asked: string[] = [];
  await context.route("https://devnet-wallet.multiversx.com/**", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: "text/html", body: "" });
  });
  await page.getByRole("button", { name: "Choose a wallet" }).click();
  await panel.getByText("Passkey", { exact: true }).first().click();
  await expect.poll(() => asked.join()).toContain("passkey");
  site.stop();
});

test("a game's view is light", async () => {
  const site = await serve("local");
  for (const name of ["alice", "bob"]) await chain.call(chain.player(name), "joinGame", [], WAGER);
  const lobby = await context.newPage();
  await lobby.goto(site.url);
  const address = await lobby.getByRole("link", { name: /^Watch game/ }).getAttribute("href");
  await lobby.close();
  // nothing that the lobby has loaded
  const page = await (await (await sharedBrowser()).newContext()).newPage();
  // what only the end needs comes two seconds after the board, by the page's clock, however slow the machine is
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector('[data-testid="game"][data-state="ongoing"]'))
        Object.assign(window, { boardAt: Date.now() });
      else requestAnimationFrame(look);
    };
    look();
  });
  const files = loadedBy(page, site.url);
  // what is asked for beforehand and then not taken is loaded twice; on a slow machine some of it is taken late
  const wasted: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    if (text.includes("preload") && !text.includes("not used within a few seconds")) wasted.push(text);
  });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const answers: [question: string, bytes: number][] = [];
  page.on("response", async (response) => {
    if (!response.url().startsWith(chain.url)) return;
    const body = await response.body().catch(() => Buffer.alloc(0));
    answers.push([response.request().postDataJSON()?.funcName ?? new URL(response.url()).pathname, body.length]);
  });
  await page.goto(site.url + address);
  await isOn(page);
  await page.waitForTimeout(1_000);
  const boardAt = await page.evaluate(() => (window as unknown as { boardAt: number }).boardAt);
  const total = sumOf(files, boardAt + 1_000);
  console.info(`a game: ${total} bytes compressed in ${Object.keys(files).length} files`);
  expect(total).toBeLessThan(GAME_VIEW);
  const answered = answers.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.info(
    `a game: the gateway answers ${answered} bytes: ${answers.map((answer) => answer.join(" ")).join(", ")}`,
  );
  expect(answered).toBeLessThan(GAME_ANSWERS);
  expect(wasted).toEqual([]);
  const assets = asked.filter((path) => path.startsWith("/assets/"));
  expect(assets).toEqual([...new Set(assets)]);
  const unused = await page.evaluate(() => {
    const used = [...document.styleSheets].map(({ href }) => href);
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')];
    return links.map(({ href }) => href).filter((href) => !used.includes(href));
  });
  expect(unused).toEqual([]);
  await page.context().close();
  site.stop();
});
