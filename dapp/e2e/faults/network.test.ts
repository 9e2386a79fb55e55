// A gateway that errs, lags, is busy or restarts: the page says so, keeps off, and moves nothing on
// old boards.
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { changeSettings, MOVABLE, plies, seesPlies, World } from "../world/world";

const world = World.ofTests();

const QUERIES = "**/vm-values/query";

const viewOf = (route: Route): string => (route.request().postDataJSON() as { funcName: string }).funcName;

/** The number of requests that a page makes in at least this time, and the milliseconds that it took. */
async function requests(page: Page, milliseconds: number): Promise<{ asked: number; took: number }> {
  let asked = 0;
  const counter = () => asked++;
  page.on("request", counter);
  const begin = Date.now();
  await page.waitForTimeout(milliseconds);
  const took = Date.now() - begin;
  page.off("request", counter);
  return { asked, took };
}

test("where a restarted chain doesn't have the game, the board says so and nobody moves on it", async () => {
  const { white } = await world.game("alice", "bob");
  await white.locator(MOVABLE).waitFor();
  await white.route(QUERIES, (route) =>
    route.fulfill({
      json: {
        data: { data: { returnData: null, returnCode: "user error", returnMessage: "no such game" } },
        error: "",
      },
    }),
  );
  const stale = white.getByTestId("stale");
  await stale.getByText("The chain now answers: no such game.").waitFor();
  expect(await white.locator(MOVABLE).count()).toBe(0);
  await white.unroute(QUERIES);
  await stale.waitFor({ state: "detached" });
  await white.locator(MOVABLE).waitFor();
});

test("what a node that lags answers is not shown", async () => {
  const { white, id } = await world.game("alice", "bob");
  await white.locator(MOVABLE).waitFor();
  let atPlyZero: string | undefined;
  await white.route(QUERIES, async (route) => {
    if (viewOf(route) !== "getSnapshot") return route.continue();
    const answer = await route.fetch();
    atPlyZero = await answer.text();
    return route.fulfill({ response: answer });
  });
  await expect.poll(() => atPlyZero).toBeDefined();
  await white.unroute(QUERIES);
  await world.chain.play(id, ["alice", "bob"], ["e4"]);
  await seesPlies(white, 1);
  let late = 0;
  await white.route(QUERIES, (route) => {
    if (viewOf(route) !== "getSnapshot") return route.continue();
    late++;
    return route.fulfill({ contentType: "application/json", body: atPlyZero ?? "" });
  });
  await expect.poll(() => late).toBeGreaterThan(2);
  // nor is the node asked again and again until it has caught up: it was, 87 times a second
  const { asked, took } = await requests(white, 3_000);
  expect(asked).toBeLessThan((5 * took) / 1_000);
  expect(await plies(white)).toBe(1);
  await white.unroute(QUERIES);
  await world.chain.play(id, ["alice", "bob"], ["e5"], await world.chain.fen(id));
  await seesPlies(white, 2);
});

test("a busy gateway is asked less often, and the page goes on", async () => {
  const { white, id } = await world.game("alice", "bob");
  await white.locator(MOVABLE).waitFor();
  await white.route(QUERIES, (route) =>
    route.fulfill({ status: 429, headers: { "Retry-After": "2", "Access-Control-Expose-Headers": "Retry-After" } }),
  );
  await white.getByTestId("connection").getByText("busy").waitFor();
  const place = await white.getByTestId("board").boundingBox();
  // each time that it asks for is waited for: three times in 6 s at most, two questions each
  const { asked, took } = await requests(white, 6_000);
  console.info(`requests of a page in ${took} ms to a busy gateway that asks for pauses of 2 s: ${asked}`);
  expect(asked).toBeLessThanOrEqual(2 * (1 + Math.floor(took / 2_000)));
  expect(await white.getByTestId("board").boundingBox()).toEqual(place);
  await white.unroute(QUERIES);
  await white.locator(MOVABLE).waitFor();
  await expect.poll(() => white.getByTestId("connection").textContent()).toBe("");

  // a third refused by chance: the page comes up and stays up all the same
  let count = 0;
  await white.route(QUERIES, (route) => (++count % 3 === 0 ? route.fulfill({ status: 429 }) : route.continue()));
  await white.reload();
  await white.locator(MOVABLE).waitFor();
  await world.chain.play(id, ["alice", "bob"], ["e4"]);
  await seesPlies(white, 1);
  await white.unroute(QUERIES);
});

test("addresses that lead nowhere, and a contract that isn't there", async () => {
  const { page } = await world.visitor();
  for (const hash of ["#/foo", "#/game/0", "#/game/4294967296", "#/game/abc"]) {
    await page.goto(world.url + hash);
    await page.getByRole("heading", { name: "There is nothing at this address" }).waitFor();
    await expect.poll(() => page.title()).toContain("Not found");
  }
  await page.goto(`${world.url}#/game/999`);
  await page.getByRole("alert").getByText("no such game").waitFor();
  // what isn't there is not asked for forever
  const { asked, took } = await requests(page, 4_000);
  expect(asked).toBeLessThanOrEqual(Math.floor(took / 2_000));
  await page.getByRole("link", { name: "To the lobby" }).click();
  await page.getByTestId("join").waitFor();

  await changeSettings(page, { views: world.chain.player("carol").address });
  await page.reload();
  await page.getByRole("alert").getByText("Can't show the lobby").waitFor();
});
