// `localnet api` in front of a gateway: the production build with an address that answers both dialects, and a wallet
// that sdk-dapp connects.
import type { ChildProcess } from "node:child_process";
import type { BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Chain, spawnLocalnet } from "../world/chain";

import { serveSite } from "../world/site";
import { EXTENSION, installExtension, joinWith } from "../world/standIns";
import { move, newWindow, seesPlies, sharedChain, WAGER } from "../world/world";

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

test("a player connects, joins and moves through it, from another shard than the contract's", async () => {
  const alice = chain.player("alice");
  expect(await chain.shardOf(alice.address)).not.toBe(await chain.shardOf(chain.contract));

  context = await newWindow();
  await installExtension(context, alice, () => "sign");
  const page = await context.newPage();
  const asked: URL[] = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  await page.goto(site.url);
  const game = await joinWith(page, EXTENSION, chain, "bob");

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
