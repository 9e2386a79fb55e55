import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sees } from "../world/signedTable";
import { play } from "../world/strangers";
import { held, lookAgain, MOVABLE, playMove, plies, seesPlies, World } from "../world/world";

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chess-page-"));
  world = await World.start({ stateFile: join(folder, "chain.state") });
});
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
});

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/** The pieces that the board draws, as "white pawn e2". */
const drawn = (page: Page): Promise<string[]> =>
  page
    .locator('[data-testid="ground"] piece:not(.ghost)')
    .evaluateAll((pieces) =>
      pieces
        .map((piece) =>
          [...[...piece.classList].slice(0, 2), (piece as HTMLElement & { cgKey: string }).cgKey].join(" "),
        )
        .sort(),
    );

/** Where something stands in the window. */
const place = (what: Locator) =>
  what.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });

const fen = (page: Page) => page.getByTestId("board").getAttribute("data-fen");

test("what goes wrong is said, and the board shows what the chain has", async () => {
  const { white, black } = await world.game("alice", "bob");
  const pieces = await drawn(white);

  // a signature that is refused
  await white.evaluate(() => sessionStorage.setItem("chess.developer.ask", "1"));
  white.once("dialog", (dialog) => dialog.dismiss());
  await playMove(white, "e2e4");
  await sees(white.locator('[data-testid="transaction"][data-stage="refused"]'), "not signed, nothing was sent");
  await white.evaluate(() => sessionStorage.removeItem("chess.developer.ask"));
  await expect.poll(() => drawn(white)).toEqual(pieces);
  expect(await plies(black)).toBe(0);

  // a transaction that the contract refuses: the pause comes before the page hears of it
  await white.route("**/vm-values/query", (route) => {
    if (route.request().postDataJSON().funcName !== "isPaused") return route.continue();
    return route.fulfill({ json: { data: { data: { returnData: [""], returnCode: "ok" } }, error: "" } });
  });
  await world.chain.call(world.chain.owner, "pause");
  await playMove(white, "e2e4");
  const failed = white.locator('[data-testid="transaction"][data-stage="failed"]');
  await failed.getByText("the contract is paused").waitFor();
  expect(await fen(white)).toBe(START);
  await expect.poll(() => drawn(white)).toEqual(pieces);
  await white.unroute("**/vm-values/query");
  await lookAgain(white);
  await white.getByText("The contract is paused. The clock stands still.").waitFor();
  await world.chain.call(world.chain.owner, "unpause");
  await lookAgain(white);

  // a gateway that goes away and comes back
  await white.locator(MOVABLE).waitFor();
  const { page: lobby } = await world.visitor({ viewport: { width: 320, height: 700 } });
  await lobby.getByTestId("join").waitFor();
  const places = () => Promise.all([place(white.getByTestId("board")), place(lobby.getByTestId("pairing"))]);
  const before = await places();
  await world.chain.interrupt();
  // nobody can move on a board that may be old
  await white.getByTestId("standing").getByText("No moves until the chain is back").waitFor();
  expect(await white.locator(MOVABLE).count()).toBe(0);
  await lookAgain(lobby);
  for (const page of [white, lobby]) {
    await page.getByTestId("connection").getByText("The chain doesn't answer").waitFor();
    // once, over the header alone, and nothing moves
    await page.waitForTimeout(1_000);
    expect(await page.getByText(/answers|can't be reached/).count()).toBe(0);
    const { bottom } = await place(page.getByTestId("connection"));
    expect(bottom).toBeLessThanOrEqual((await place(page.getByRole("banner"))).bottom);
  }
  expect(await places()).toEqual(before);
  // practice and analysis need no chain
  await lobby.reload();
  for (const way of [/^Play the computer/, "Analysis"]) await lobby.getByRole("link", { name: way }).waitFor();
  await lobby.context().close();
  expect(await fen(white)).toBe(START);
  await expect.poll(() => drawn(white)).toEqual(pieces);
  await world.chain.resume();
  await expect.poll(() => white.getByTestId("connection").textContent()).toBe("");
  await play(white, black, ["d2d4"]);

  // it goes away while a transaction is pending: what became of it is told when it is back
  await black.route("**/process-status", (route) => route.abort());
  await playMove(black, "d7d5");
  const sent = black.getByTestId("standing").locator('[data-stage="sent"]');
  await sent.getByText("Sending Move d5").waitFor();
  await seesPlies(white, 2);
  await sent.waitFor();
  await black.unroute("**/process-status");
  await seesPlies(black, 2);
  await sent.waitFor({ state: "detached" });

  // and after a reload the wallet and the game are still there
  await white.reload();
  await seesPlies(white, 2);
  await expect.poll(() => white.getByTestId("account").textContent()).toContain("@alice");
  await play(white, black, ["c2c4"], 2);
});

test("a view whose code can't be loaded says so, and the others go on", async () => {
  const { page } = await world.visitor();
  await page.getByRole("heading", { name: "Real chess." }).waitFor();
  await page.route("**/assets/AnalysisPage-*.js", (route) => route.abort());
  await page.goto(`${world.url}#/replay/1`);
  await page.getByRole("alert").getByText("This view could not be shown").waitFor();
  await page.getByRole("link", { name: "Onchain Chess" }).click();
  await page.getByRole("heading", { name: "Real chess." }).waitFor();
});

test("settings that are wrong", async () => {
  const { page } = await world.visitor();
  const drawn = held();
  await page.route("**/settings.json", async (route) => {
    await drawn.until;
    await route.fulfill({ json: { network: "local", gatway: "http://x" } });
  });
  await page.goto(world.url);
  await page.reload();
  // the page draws itself before anything has answered
  await page.getByRole("heading", { name: "Real chess." }).waitFor();
  expect(await page.getByTestId("join").count()).toBe(0);
  drawn.release();
  await page.getByRole("alert").getByText('unknown key "gatway"').waitFor();
});
