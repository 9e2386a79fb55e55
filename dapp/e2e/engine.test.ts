// Games against the engines on both boards.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clickSixSquare, clickSquare, MOVABLE, World } from "./world";

let world: World;
beforeAll(async () => {
  world = await World.start({ engines: true });
}, 60_000);
afterAll(() => world?.stop());

/** How many positions the engine says that it has searched. */
async function searched(page: Page): Promise<number> {
  const text = await page.getByTestId("standing").innerText();
  return Number(/([\d,]+)(?: of [\d,]+)? positions/.exec(text)?.[1]?.replaceAll(",", ""));
}

test("chess: price and strength beforehand, moves, a hint, the moves to step through", async () => {
  const page = await world.player("alice");
  await page.getByRole("link", { name: "Play the engine" }).click();
  await page.getByRole("slider").fill("1");
  await page
    .getByTestId("expected")
    .getByText(/About \d+ Elo: it looks at 500 positions .* 0\.000[23]\d EGLD/)
    .waitFor();
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator(MOVABLE).waitFor();
  await page.getByText("Level 1: 500 positions a move").waitFor();
  await clickSquare(page, "e2");
  await clickSquare(page, "e4");
  await page.locator('main[data-plies="2"]').waitFor();
  await page.getByText(/^The engine played/).waitFor();
  const moves = page.getByTestId("moves").getByRole("button");
  expect(await moves.first().innerText()).toBe("e4");
  await page.getByText(/A move here costs you about 0\.00\d+ EGLD/).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("In your place the engine would play").waitFor();

  await page.keyboard.press("Home");
  await expect.poll(() => page.getByTestId("board").getAttribute("data-fen")).toContain("PPPPPPPP/RNBQKBNR w");
  await page.keyboard.press("End");
  await page.getByRole("textbox", { name: "Type a move" }).fill("Qh5");
  await page.keyboard.press("Enter");
  await page.locator('main[data-plies="4"]').waitFor();
  expect(await moves.nth(2).innerText()).toBe("Qh5");
  await page.getByRole("link", { name: "All my games" }).click();
  await page.getByRole("link", { name: "#1 chess level 1 ongoing · 2 moves" }).waitFor();
});

test("chess as Black: the engine begins, thinks on over transactions, moves now", async () => {
  const page = await world.player("bob");
  await page.getByRole("link", { name: "Play the engine" }).click();
  await page.getByText("Black", { exact: true }).click();
  await page.getByRole("slider").fill("6");
  await page.getByTestId("expected").getByText("in several transactions").waitFor();
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByText("The engine is thinking").waitFor({ timeout: 20_000 });
  expect(await page.getByTestId("board").getAttribute("data-orientation")).toBe("black");
  await page.getByText(/of 200,000 positions, depth \d+; best so far/).waitFor();
  const before = await searched(page);
  expect(before).toBeGreaterThan(10_000);
  await page.getByRole("button", { name: "Think on" }).click();
  await expect.poll(() => searched(page), { timeout: 20_000 }).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Move now" }).click();
  await page.locator('main[data-plies="1"]').waitFor();
  await page.getByText("Your turn").waitFor();
});

test("chess from a position to mate, then another game", async () => {
  const page = await world.player("carol");
  const fen = Buffer.from("k7/8/1K6/8/8/8/8/7R w - - 0 1");
  const id = await world.chain.engineGame(world.chain.player("carol"), [1, 0, fen]);
  await page.goto(`${world.url}#/engine8x8/${id}`);
  await page.locator(MOVABLE).waitFor();
  await clickSquare(page, "h1");
  await clickSquare(page, "h8");
  await page.getByText("You won by checkmate").waitFor();
  expect(await page.locator("main").getAttribute("data-outcome")).toBe("1");
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator('main[data-plies="0"]').waitFor();
  await page.locator(MOVABLE).waitFor();
});

test("6×6: its fee beforehand, thinking, moving now", async () => {
  const page = await world.player("frank");
  await page.getByRole("link", { name: "Play the engine" }).click();
  await page.getByText("6×6", { exact: true }).click();
  const slider = page.getByRole("slider");
  await slider.fill("3");
  await page.getByTestId("expected").getByText("Its move costs you about 0.00017 EGLD").waitFor();
  await page.getByRole("button", { name: "New game" }).click();
  const game = page.getByTestId("ai-game");
  await game
    .getByTestId("expected")
    .getByText(/A move here costs you about 0\.00\d+ EGLD/)
    .waitFor();
  await clickSixSquare(page, "b2");
  await clickSixSquare(page, "b4");
  await page.locator('main[data-plies="2"]').waitFor();
  await page.getByText(/^The engine moved its/).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("In your place the engine would play").waitFor();

  // depth 20 doesn't fit into one transaction
  await page.getByRole("link", { name: "All my games" }).click();
  await page.getByText("6×6", { exact: true }).first().click();
  await slider.fill("20");
  await page.getByTestId("expected").getByText("It thinks in several transactions").waitFor();
  await page.getByRole("button", { name: "New game" }).click();
  await game.waitFor();
  await page.locator('[data-testid="six"][data-movable="true"]').waitFor();
  await clickSixSquare(page, "d2");
  await clickSixSquare(page, "d3");
  await page.getByText("The engine is thinking").waitFor({ timeout: 20_000 });
  const before = await searched(page);
  expect(before).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Think on" }).click();
  await expect.poll(() => searched(page), { timeout: 20_000 }).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Move now" }).click();
  await page.locator('main[data-plies="2"]').waitFor();
  await page.getByText("Your turn").waitFor();
});
