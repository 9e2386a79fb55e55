// The relay's lobby needs no queries to the gateway; without the relay the page queries the gateway.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { isOn, isTold } from "../world/signedTable";
import { TimedPage } from "../world/TimedPage";
import { idOf, WAGER, World } from "../world/world";

const world = World.ofTests({ relay: [] });

const call = (name: string, endpoint: string, args: unknown[] = [], value = 0n) =>
  world.chain.call(world.chain.player(name), endpoint, args, value);

/** A page's requests to the gateway from now on, except for players' names. */
function questionsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== world.chain.url || pathname.endsWith("/username")) return;
    asked.push(`${pathname} ${request.postDataJSON()?.funcName ?? ""}`);
  });
  return asked;
}

test("challenges, moves and results come from the relay, without requests to the gateway", async () => {
  const { page } = await world.visitor();
  await isTold(page);
  const challenges = page.getByRole("region", { name: "Open challenges" });
  const newest = page.getByRole("region", { name: "Newest game" });
  const all = page.getByRole("region", { name: "All games" });
  // wait until its first queries are answered
  await page.getByTestId("join").waitFor();
  await challenges.getByText("None now.").waitFor();
  await all.getByText("None yet.").waitFor();
  const asked = questionsOf(page);

  await call("alice", "challenge", [null, 0, { base: 300, increment: 3 }, 1, false], WAGER);
  await challenges.getByText("5 min + 3 s a move").waitFor();
  await challenges.getByText("0.05 EGLD").waitFor();
  // one for someone else isn't shown
  await call("alice", "challenge", [world.chain.player("carol").address, 0, null, 1, false], WAGER);
  await all.getByText("2", { exact: true }).waitFor();
  expect(await all.getByRole("link").count()).toBe(0);
  await expect.poll(() => challenges.getByRole("link").count()).toBe(1);

  await call("bob", "accept", [1], WAGER);
  await newest.getByText("Live now").waitFor();
  await challenges.getByText("None now.").waitFor();
  await call("alice", "makeMove", [1, 52, 36]);
  await newest.getByText("1 move").waitFor();
  await all.getByText("Black to move").waitFor();
  await call("bob", "resign", [1]);
  await newest.getByText("Last game").waitFor();
  await all.getByText("White won by resignation").waitFor();
  await call("grace", "joinGame", [], WAGER);
  await page.getByText("is waiting: you would play Black.").waitFor();
  await call("grace", "leaveQueue");
  await page.getByText("Nobody is waiting").waitFor();
  expect(asked).toEqual([]);

  const timed = await TimedPage.of(page, "join");
  await isTold(page);
  expect(await timed.minuteAtRest(0)).toBe(0);
});

test("a player who waits in the lobby is in the game when it begins; without the relay the page queries the gateway", async () => {
  const page = await world.player("frank");
  await isTold(page);
  await call("frank", "challenge", [null, 0, null, 1, false], WAGER);
  const mine = page.getByRole("region", { name: "My games" });
  await mine.getByText("Waiting for an opponent").waitFor();
  const id = Number(/#(\d+)/.exec(await mine.getByRole("link").first().innerText())?.[1]);
  await call("grace", "accept", [id], WAGER);
  await isOn(page);
  await page.goto(`${world.url}#/`);
  await isTold(page);

  await world.relay.kill();
  await page.locator('[data-testid="lobby"][data-told="false"]').waitFor();
  await call("frank", "resign", [id]);
  await page.getByRole("region", { name: "All games" }).getByText("You lost by resignation").waitFor();
  await world.relay.resume();
  await isTold(page);
});

test("a player whose key someone else has used meanwhile joins with another one", async () => {
  const page = await world.player("carol");
  await isTold(page);
  const keys: string[] = [];
  await page.route("**/transaction/send", async (route) => {
    const [, key = ""] = Buffer.from(route.request().postDataJSON().data, "base64").toString().split("@");
    if (keys.push(key) === 1) await call("bob", "joinGame", [Buffer.from(key, "hex")], WAGER);
    await route.continue();
  });
  await page.getByTestId("join").click();
  await isOn(page);
  expect(new Set(keys).size).toBe(2);
  await call("bob", "resign", [idOf(page)]);
});
