// What a page asks while nothing happens: a budget of requests a minute.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "./world";

/** After so long without a move or a hand on it a page is at rest. */
const UNTIL_REST_MS = 110_000;
const MINUTE_MS = 60_000;

let world: World;
beforeAll(async () => {
  world = await World.start();
}, 60_000);
afterAll(() => world?.stop());

/** Counts a page's requests from now on. */
function counter(page: Page): () => number {
  let count = 0;
  page.on("request", () => count++);
  return () => count;
}

test("a page at rest", async () => {
  const { white, black, id } = await world.game("alice", "bob");
  const { page: spectator } = await world.visitor();
  await spectator.goto(`${world.url}#/game/${id}`);
  const { page: lobby } = await world.visitor();
  const { id: ended } = await world.game("carol", "frank");
  await world.chain.call(world.chain.player("carol"), "resign", [ended]);
  const { page: over } = await world.visitor();
  await over.goto(`${world.url}#/game/${ended}`);
  await over.getByTestId("end").waitFor();

  await white.waitForTimeout(UNTIL_REST_MS);
  const counters = { white, black, spectator, lobby, over };
  const counts = Object.entries(counters).map(([name, page]) => [name, counter(page)] as const);
  await white.waitForTimeout(MINUTE_MS);
  const perMinute = Object.fromEntries(counts.map(([name, count]) => [name, count()]));
  console.info("requests a minute at rest:", JSON.stringify(perMinute));
  for (const name of ["white", "black", "spectator"]) expect(perMinute[name], name).toBeLessThanOrEqual(12);
  expect(perMinute.lobby, "lobby").toBeLessThanOrEqual(30);
  // what is over is asked for no more; the contract's pause and the clock still are
  expect(perMinute.over, "an ended game").toBeLessThanOrEqual(3);
}, 400_000);
