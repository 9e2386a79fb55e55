// An evening: ten games against three opponents, two of them bots, without a window of the wallet after the purse was filled.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Bot } from "../world/bots";
import { EGLD, pairUp, pressTile, takeAllHome, tile, withPurse } from "../world/purses";
import { isOn, sees } from "../world/signedTable";
import { stopwatch } from "../world/slowness";
import { FOOLS_MATE, play, seats } from "../world/strangers";
import { confirmed, MOVABLE, move, World } from "../world/world";

const world = World.ofTests({
  relay: ["--wallet", "heidi", "--ratings-from", "0"],
  bots: { frank: "Level 1", carol: "Level 2" },
});
const bots: Bot[] = [];
beforeAll(async () => {
  bots.push(Bot.start(world, "frank", ["--engine", "1", "--clock", "3+2"]));
  bots.push(Bot.start(world, "carol", ["--engine", "1", "--clock", "5+3", "--rounds", "1"]));
});
afterAll(async () => {
  await Promise.all(bots.map((bot) => bot.stop()));
});

const end = (page: Page, name: string) => page.getByTestId("end").getByRole("button", { name, exact: true });

/** Makes the player's first move in a game, once it can. Returns how long that took by a watch. */
async function firstMove(page: Page, watch = stopwatch()): Promise<number> {
  await page.locator(MOVABLE).waitFor();
  const plies = Number(await page.getByTestId("game").getAttribute("data-plies"));
  await move(page, plies === 0 ? "e2e4" : "e7e6");
  const took = watch();
  await page.locator(`[data-testid="game"][data-plies="${plies + 2}"]`).waitFor();
  return took;
}

const resign = async (page: Page) => {
  await confirmed(page, "Resign");
  await page.getByTestId("end").waitFor();
};

/** Plays the shortest mate, whichever of them is White. Returns the winner. */
async function mate(one: Page, other: Page): Promise<Page> {
  const [white, black] = await seats(one, other);
  await play(white, black, FOOLS_MATE);
  await white.locator('[data-testid="game"][data-state="blackWon"]').waitFor();
  await black.getByText("You were paid 0.02 EGLD.").first().waitFor();
  return black;
}

test("ten games, three opponents, no window after the fill, and the sum is right to the unit", async () => {
  const { chain } = world;
  const { address } = chain.player("grace");
  const [balance, nonce] = [await chain.balance(address), await chain.nonce(address)];
  const { page, windows, purse } = await withPurse(world, "grace", "0.5");

  // the first opponent: a match with a program; from the page's address to the first move one click and a move
  await page.goto("about:blank");
  const sinceAddress = stopwatch();
  await page.goto(world.url);
  await tile(page, "3+2").and(page.locator(':enabled[data-meets="bot"]')).waitFor();
  await tile(page, "3+2").click();
  const toFirstMove = await firstMove(page, sinceAddress);
  expect(toFirstMove).toBeLessThan(3_000);
  const nexts: number[] = [];
  for (let game = 2; game <= 4; game++) {
    await resign(page);
    const sent = await chain.nonce(purse);
    await end(page, "Next game").click();
    const sincePress = stopwatch();
    await page.getByText(`Game ${game} of 10`).first().waitFor();
    nexts.push(sincePress());
    await firstMove(page);
    expect(await chain.nonce(purse)).toBe(sent);
  }
  expect(Math.max(...nexts)).toBeLessThan(1_000);
  await resign(page);
  await confirmed(page, "Leave the match", page.getByTestId("end"));
  await sees(page, /the match 0–4/);

  // the second one: single games with another program, each a rematch by one click
  await pressTile(world, page, "none", "5+3");
  await isOn(page);
  await firstMove(page);
  const rematches: number[] = [];
  for (let game = 6; game <= 7; game++) {
    await resign(page);
    const before = page.url();
    const sincePress = stopwatch();
    await end(page, "Rematch").click();
    await page.waitForURL((url) => url.href !== before);
    await isOn(page);
    rematches.push(await firstMove(page, sincePress));
  }
  await resign(page);

  // the third one: a person, for money
  const bob = await withPurse(world, "bob", "0.1");
  await pairUp(world, page, bob.page, "0.01", "10+5");
  let won = 0n;
  for (let game = 8; game <= 10; game++) {
    won += (await mate(page, bob.page)) === page ? 1n : -1n;
    if (game === 10) break;
    const before = page.url();
    await end(bob.page, "Rematch").click();
    await end(page, "Accept the rematch").click();
    for (const seat of [page, bob.page]) await seat.waitForURL((url) => url.href !== before);
  }

  // the last game as an animated GIF
  await page.goto(page.url().replace("#/game/", "#/replay/"));
  const link = await page.getByRole("link", { name: "The game as a GIF" }).getAttribute("href");
  const gif = await fetch(link ?? "");
  expect(gif.headers.get("content-type")).toBe("image/gif");
  expect(Buffer.from(await gif.arrayBuffer()).toString("latin1", 0, 6)).toBe("GIF89a");

  // the ratings are in the profile, once the relay has read the last block: blitz, and rapid for money
  const told = `${world.relay.url.replace("ws:", "http:").replace("/play", "/ratings")}/${chain.contract}/${purse}`;
  const games = async () => ((await (await fetch(told)).json()) as { course: unknown[] }).course.length;
  // a busy machine reads blocks more slowly than a chain of 100 ms makes them
  await chain.pace(2_000);
  await expect.poll(games, { timeout: 250_000 }).toBe(7);
  await chain.pace(100);
  await page.goto(`${world.url}#/player/${purse}`);
  const ratings = page.getByTestId("ratings");
  await ratings.getByText("rapid", { exact: true }).click();
  await expect.poll(() => ratings.locator("svg").getAttribute("data-points")).toBe("3");
  await ratings.getByText("blitz", { exact: true }).click();
  await expect.poll(() => ratings.locator("svg").getAttribute("data-points")).toBe("4");

  await takeAllHome(world, page);
  expect([...windows, ...bob.windows]).toEqual([]);
  expect(await chain.balance(purse)).toBe(0n);
  const fees = (await chain.fees(address, nonce)) + (await chain.fees(purse, 0));
  expect(await chain.balance(address)).toBe(balance + (won * EGLD) / 100n - fees);
  console.info(
    `to the first move ${toFirstMove} ms, next games ${nexts} ms, rematches to the first move ${rematches} ms`,
  );
}, 600_000);
