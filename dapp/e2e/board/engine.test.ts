// Games against the engines on both boards.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bar, choose, sees } from "../world/signedTable";
import { clickMove, dragSixSquare, MOVABLE, typeMove, World } from "../world/world";

const world = World.ofTests({ engines: true });

/** The number of positions that the engine has searched, as the page shows it. */
async function searched(page: Page): Promise<number> {
  const text = await page.getByTestId("standing").innerText();
  return Number(/([\d,]+)(?: of [\d,]+)? positions/.exec(text)?.[1]?.replaceAll(",", ""));
}

/** Turns on the question before each move. */
async function askFirst(page: Page) {
  await page.getByRole("button", { name: "Settings" }).click();
  const settings = page.getByRole("dialog", { name: "Settings" });
  await choose(settings, "Ask before each move", "On");
  await page.keyboard.press("Escape");
  await settings.waitFor({ state: "detached" });
}

/** A side's captures, as screen readers get them. */
const captured = (page: Page, color: string) => bar(page, color).getByRole("img", { name: /^captured/ });

/** Lets the engine think on, and then move. */
async function thinkOn(page: Page): Promise<void> {
  const before = await searched(page);
  expect(before).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Think on" }).click();
  await expect.poll(() => searched(page)).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Move now" }).click();
}

test("chess: price and strength beforehand, moves, a hint, the moves to step through", async () => {
  const page = await world.player("alice");
  await page.getByRole("link", { name: "Play the engine" }).click();
  await page.getByRole("slider").fill("1");
  await sees(page.getByTestId("expected"), /About \d+ Elo: it looks at 500 positions .* 0\.000[23]\d EGLD/);
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator(MOVABLE).waitFor();
  await page.getByText("Level 1: 500 positions a move").waitFor();
  await clickMove(page, "e2e4");
  await page.locator('main[data-plies="2"]').waitFor();
  await page.getByText(/^The engine played/).waitFor();
  const moves = page.getByTestId("moves").getByRole("button");
  expect(await moves.first().innerText()).toBe("e4");
  await page.getByText(/A move here costs you about 0\.00\d+ EGLD/).waitFor();
  await page.getByRole("button", { name: "Hint" }).click();
  await page.getByText("In your place the engine would play").waitFor();

  await page.keyboard.press("Home");
  await expect.poll(() => page.getByTestId("board").getAttribute("data-fen")).toContain("PPPPPPPP/RNBQKBNR w");
  await page.getByText("You are looking at the start.").waitFor();
  await page.getByRole("button", { name: "Back to the game" }).click();
  for (const orientation of ["black", "white"]) {
    await page.keyboard.press("f");
    await page.locator(`[data-orientation="${orientation}"]`).first().waitFor();
  }
  // a move that waits for the player's confirmation, and isn't sent without it
  await askFirst(page);
  await typeMove(page, "a3");
  await page.getByText("Play a3?").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator(MOVABLE).waitFor();
  await expect.poll(() => page.getByTestId("ai-game").getAttribute("data-plies")).toBe("2");
  await typeMove(page, "Qh5");
  await page.getByRole("button", { name: "Play Qh5" }).click();
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
  await page.getByText("The engine is thinking").waitFor();
  await expect.poll(() => page.getByTestId("board").getAttribute("data-orientation")).toBe("black");
  await page.getByText(/of 200,000 positions, depth \d+; best so far/).waitFor();
  expect(await searched(page)).toBeGreaterThan(10_000);
  await thinkOn(page);
  await page.locator('main[data-plies="1"]').waitFor();
  await page.getByText("Your turn").waitFor();
});

test("chess from a position to mate, then another game", async () => {
  const page = await world.player("carol");
  const fen = Buffer.from("k6n/8/1K6/8/8/8/8/7R w - - 0 1");
  const id = await world.chain.engineGame(world.chain.player("carol"), [1, 0, fen]);
  await page.goto(`${world.url}#/engine8x8/${id}`);
  await page.locator(MOVABLE).waitFor();
  await clickMove(page, "h1h8");
  await page.getByText("You won by checkmate").waitFor();
  await expect.poll(() => page.locator("main").getAttribute("data-outcome")).toBe("1");
  await expect.poll(() => captured(page, "white").getAttribute("aria-label")).toBe("captured more: 1 knight");
  await page.keyboard.press("ArrowLeft");
  await captured(page, "white").waitFor({ state: "detached" });
  await page.keyboard.press("End");
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
  await page.getByTestId("expected").getByText("Its move costs you about 0.00024 EGLD").waitFor();
  await page.getByRole("button", { name: "New game" }).click();
  const game = page.getByTestId("ai-game");
  await sees(game.getByTestId("expected"), /A move here costs you about 0\.00\d+ EGLD/);
  // a piece can be dragged, as on the other board
  await dragSixSquare(page, "b2", "b4");
  await page.locator('main[data-plies="2"]').waitFor();
  await page.getByText(/^The engine moved: /).waitFor();
  await expect.poll(() => page.getByTestId("announcer").textContent()).toBe("Black: a5 takes b4.");
  await expect.poll(() => captured(page, "black").getAttribute("aria-label")).toBe("captured more: 1 pawn");

  // one can step through the seen moves, even after a reload
  const square = (name: string, state: string) =>
    page.locator(`[data-square="${name}"][aria-label="${name} ${state}"]`);
  await page.reload();
  await square("b4", "black pawn").waitFor();
  // keys work once the view has its title
  await expect.poll(() => page.title()).toContain("ngine game");
  await page.keyboard.press("ArrowLeft");
  await square("b4", "white pawn").waitFor();
  await captured(page, "black").waitFor({ state: "detached" });
  await page.keyboard.press("Home");
  await square("b2", "white pawn").waitFor();
  await page.getByText("You are looking at the start.").waitFor();
  await expect.poll(() => page.getByTestId("six").getAttribute("data-movable")).toBe("false");
  await page.getByRole("button", { name: "Back to the game" }).click();
  await square("b4", "black pawn").waitFor();
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
  // only by keyboard, and with the player's confirmation
  await askFirst(page);
  await page.locator('[data-square="a1"]').focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowUp", "Enter", "ArrowUp", "Enter"])
    await page.keyboard.press(key);
  await page.getByText("Play d2-d3?").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page.locator('[data-testid="six"][data-movable="true"]').waitFor();
  await typeMove(page, "d4");
  await page.getByText("Play d2-d4?").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await typeMove(page, "d3");
  await page.getByRole("button", { name: "Play d2-d3" }).click();
  await page.getByText("The engine is thinking").waitFor();
  await thinkOn(page);
  await page.locator('main[data-plies="2"]').waitFor();
  await page.getByText("Your turn").waitFor();
});
