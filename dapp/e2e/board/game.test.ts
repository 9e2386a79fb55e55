import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { look } from "../world/looks";
import { stopwatch } from "../world/slowness";
import { appears, clickSquare, MOVABLE, move, seesPlies, WAGER, World } from "../world/world";

const world = World.ofTests();

// castling, en passant and a promotion to a knight on the way
const GAME = ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6", "a6a5", "d6c7", "c8d7", "c7b8n", "a8b8"];
const END = ["g1f3", "h7h6", "f1c4", "a5a4", "e1g1", "a4a3", "f3e5", "a3b2", "c4f7"];
const SAN = "1.e4 a6 2.e5 d5 3.exd6 a5 4.dxc7 Bd7 5.cxb8=N Rxb8 6.Nf3 h6 7.Bc4 a4 8.O-O a3 9.Ne5 axb2 10.Bxf7#";

/** Counts a page's clicks, except those on the board. */
async function countClicks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { clicks: 0 });
    const count = ({ target, isTrusted }: Event) => {
      const isBoard = (target as Element).closest('[data-testid="board"]') !== null;
      if (isTrusted && !isBoard) (window as unknown as Clicked).clicks++;
    };
    addEventListener("click", count, true);
  });
}

interface Clicked {
  clicks: number;
}

test("from the page's address to the first move: at most three clicks", async () => {
  const { chain } = world;
  await chain.call(chain.player("grace"), "joinGame", [], WAGER);
  let sinceAddress = stopwatch();
  const { page } = await world.visitor({}, async (page) => {
    await countClicks(page);
    sinceAddress = stopwatch();
  });
  await page.getByTestId("join").click();
  await page.getByRole("button", { name: "Play as heidi" }).click();
  await appears(page, '[data-testid="game"][data-state="ongoing"]');
  const [id] = /\d+$/.exec(page.url()) ?? [];
  // White's move is made by the test, so its time doesn't count
  const sinceWhite = stopwatch();
  await chain.call(chain.player("grace"), "makeMove", [Number(id), 52, 36]);
  await appears(page, MOVABLE);
  const whites = sinceWhite();
  await move(page, "e7e5");
  const seconds = (sinceAddress() - whites) / 1_000;
  // the move is the last one
  const clicks = 1 + (await page.evaluate(() => (window as unknown as Clicked).clicks));
  console.info(`from the page's address to the first move: ${clicks} clicks, ${seconds.toFixed(1)} s`);
  expect(clicks).toBeLessThanOrEqual(3);
  expect(seconds).toBeLessThan(10);
});

/** Begins a promotion, sees the board meanwhile, and cancels it by a click beside the choice. */
async function thinkTwice(page: Page, squares: string): Promise<void> {
  await page.locator(MOVABLE).waitFor();
  for (const square of [squares.slice(0, 2), squares.slice(2, 4)]) await clickSquare(page, square);
  const picker = page.getByRole("dialog", { name: "Promote to" });
  const [choice, board] = await Promise.all(
    [picker.getByRole("button", { name: "queen" }), page.getByTestId("board")].map((part) => part.boundingBox()),
  );
  expect(choice?.width).toBeLessThanOrEqual((board?.width ?? 0) / 8 + 1);
  await look(page);
  await clickSquare(page, "h4");
  await picker.waitFor({ state: "detached" });
}

/** Counts a page's queries of its game. */
function looksOf(page: Page): () => number {
  let looks = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/vm-values/query") && request.postDataJSON().funcName === "getSnapshot") looks++;
  });
  return () => looks;
}

test("two players play to mate, and the winner is paid", async () => {
  const { white, black } = await world.game("alice", "bob");
  const looks = { white: looksOf(white), black: looksOf(black) };
  const alice = world.chain.player("alice").address;
  const before = await world.chain.balance(alice);

  const took: number[] = [];
  for (const [ply, squares] of [...GAME, ...END].entries()) {
    const [mover, other, looksOfOther] = ply % 2 === 0 ? [white, black, looks.black] : [black, white, looks.white];
    const isPromotion = squares.endsWith("n");
    if (isPromotion) await thinkTwice(mover, squares);
    await move(mover, squares, isPromotion ? "knight" : undefined);
    // the chain has it: the next query shows it, or the one after if that gets no answer in time
    const [sinceMove, asked] = [stopwatch(), looksOfOther()];
    await seesPlies(other, ply + 1);
    took.push(sinceMove());
    expect(looksOfOther() - asked, `looks until ply ${ply + 1} is seen`).toBeLessThanOrEqual(3);
  }
  // a single move may take longer on a machine that stands still
  expect(took.toSorted((one, other) => one - other)[Math.floor(took.length / 2)]).toBeLessThan(2_000);

  const moves = await white.getByTestId("moves").locator("li").allInnerTexts();
  expect(moves.join(" ").replace(/\s+/g, " ").replace(/\. /g, ".").trim()).toBe(SAN);
  await white.getByTestId("end").getByText("You won", { exact: true }).waitFor();
  await white.getByTestId("end").getByText("+0.05 EGLD").waitFor();
  await white.getByText("You were paid 0.1 EGLD.").waitFor();
  await black.getByTestId("end").getByText("You lost", { exact: true }).waitFor();
  await black.getByText("Your opponent was paid both stakes.").waitFor();
  await expect.poll(() => white.getByTestId("announcer").textContent()).toContain("bishop takes f7, mate");

  // both wagers, less the fees of ten moves; the mate may be seen before they have come from another shard
  const gain = async () => (await world.chain.balance(alice)) - before;
  await expect.poll(gain).toBeGreaterThan(2n * WAGER - 2_000_000_000_000_000n);
  expect(await gain()).toBeLessThanOrEqual(2n * WAGER);
  const shown = async () => Number(((await white.getByTestId("balance").textContent()) ?? "").replace(/[^0-9.]/g, ""));
  await expect.poll(shown).toBeCloseTo(Number(before + (await gain())) / 1e18, 3);
}, 300_000);
