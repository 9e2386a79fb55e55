// `localnet api` in front of a gateway: the production build with an address that answers both dialects, and a wallet
// that sdk-dapp connects.
import type { ChildProcess } from "node:child_process";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chain, spawnLocalnet } from "../world/chain";
import { idOf } from "../world/signedTable";
import { serveSite } from "../world/site";
import { installExtension } from "../world/standIns";
import { MOVABLE, move, seesPlies, sharedBrowser, sharedChain, WAGER } from "../world/world";

let chain: Chain;
let api: { child: ChildProcess; url: string };
let site: Awaited<ReturnType<typeof serveSite>>;
let context: BrowserContext | undefined;

beforeAll(async () => {
  chain = await sharedChain();
  await chain.deploy(WAGER);
  api = await spawnLocalnet(["api", "--gateway", chain.url, "--port", "0"]);
  site = await serveSite("dist", { ...chain.settings("devnet"), gateway: api.url, api: api.url });
});
afterAll(async () => {
  await context?.close();
  site?.stop();
  api?.child.kill();
});

/** The shard of an address, as the chain says. */
async function shardOf(address: string): Promise<number> {
  const answer = await (await fetch(`${chain.url}/address/${address}/shard`)).json();
  return answer.data.shardID;
}

test("a player connects, joins and moves through it, from another shard than the contract's", async () => {
  const [alice, bob] = [chain.player("alice"), chain.player("bob")];
  expect(await shardOf(alice.address)).not.toBe(await shardOf(chain.contract));

  context = await (await sharedBrowser()).newContext({
    viewport: { width: 1000, height: 700 },
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(45_000);
  await installExtension(context, alice, () => "sign");
  const page = await context.newPage();
  page.on("pageerror", (error) => console.error("the page threw:", error));
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  await page.goto(site.url);
  await page.getByTestId("join").click();
  await page.locator("mvx-unlock-panel").getByText("MultiversX Wallet Extension", { exact: true }).first().click();
  await page.getByText("You are waiting for an opponent.").waitFor();
  await chain.call(bob, "joinGame", [], WAGER);
  await page.locator(MOVABLE).waitFor();
  const game = idOf(page);

  await move(page, "e2e4");
  expect(await chain.fen(game)).toContain("/4P3/");
  await chain.play(game, ["alice", "bob"], ["e5"], await chain.fen(game));
  await seesPlies(page, 2);

  // nothing went past it, and sdk-dapp has asked it as an API
  const hosts = new Set(asked.filter(({ protocol }) => protocol === "http:").map(({ origin }) => origin));
  expect([...hosts].sort()).toEqual([new URL(site.url).origin, api.url].sort());
  const paths = new Set(asked.filter(({ origin }) => origin === api.url).map(({ pathname }) => pathname));
  expect(paths).toContain(`/accounts/${alice.address}`);
  expect(paths).toContain("/websocket/config");
});
