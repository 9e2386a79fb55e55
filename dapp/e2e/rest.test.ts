// What a page asks while nothing happens: a budget of requests a minute, by the page's own clock, which is run fast.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "./world";

/** After so long without a move or a hand on it a page is at rest. */
const UNTIL_REST_MS = 110_000;
const MINUTE_MS = 60_000;
/** The clock goes on by steps: what a step asks for is answered before the next one. Small ones where it is counted. */
const STEP_MS = 1_000;
const STEP_UNTIL_REST_MS = 10_000;

let world: World;
beforeAll(async () => {
  world = await World.start();
}, 60_000);
afterAll(() => world?.stop());

/** A page on a clock of its own, and its requests. */
class TimedPage {
  private count = 0;
  private underWay = 0;

  private constructor(private readonly page: Page) {
    page.on("request", () => {
      this.count++;
      this.underWay++;
    });
    page.on("requestfinished", () => this.underWay--);
    page.on("requestfailed", () => this.underWay--);
  }

  /** The page is loaded anew, so that all its timers run by that clock. */
  static async of(page: Page, shows: string): Promise<TimedPage> {
    const timed = new TimedPage(page);
    await page.clock.install();
    await page.reload();
    await page.getByTestId(shows).waitFor();
    await timed.answered();
    return timed;
  }

  /** Lets so much of the page's time pass; how much it has asked meanwhile. */
  async pass(milliseconds: number, step: number): Promise<number> {
    const before = this.count;
    const end = (await this.now()) + milliseconds;
    while ((await this.now()) < end) {
      await this.page.clock.runFor(step);
      await this.answered();
    }
    return this.count - before;
  }

  private now(): Promise<number> {
    return this.page.evaluate(() => Date.now());
  }

  /** Waits until nothing is under way, and what came was read. */
  private async answered(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, 15));
    while (this.underWay > 0);
  }
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

  const pages = { white, black, spectator, lobby, over };
  const perMinute = Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([name, page]) => {
        const timed = await TimedPage.of(page, page === lobby ? "join" : page === over ? "end" : "standing");
        await timed.pass(UNTIL_REST_MS, STEP_UNTIL_REST_MS);
        return [name, await timed.pass(MINUTE_MS, STEP_MS)] as const;
      }),
    ),
  );
  console.info("requests a minute at rest:", JSON.stringify(perMinute));
  for (const name of ["white", "black", "spectator"]) {
    expect(perMinute[name], name).toBeGreaterThan(0);
    expect(perMinute[name], name).toBeLessThanOrEqual(12);
  }
  expect(perMinute.lobby, "lobby").toBeLessThanOrEqual(30);
  // what is over is asked for no more; the contract's pause and the clock still are
  expect(perMinute.over, "an ended game").toBeLessThanOrEqual(3);
}, 120_000);
