// Every view as people see it: no serious accessibility fault in light and dark, and pictures of it.
// UPDATE_PICTURES=1 writes the pictures to docs/page, otherwise to a folder that is thrown away.
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { parsePgn } from "chessops/pgn";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clickSixSquare, connect, MOVABLE, move, seesPlies, WAGER, World } from "./world";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const PICTURES = process.env.UPDATE_PICTURES
  ? fileURLToPath(new URL("../../docs/page/", import.meta.url))
  : `${tmpdir()}/chess-page-pictures/`;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { width: 1280, height: 860 };
const SIZES = { 390: PHONE.viewport, 1280: DESKTOP };

let world: World;
beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  world = await World.start();
}, 60_000);
afterAll(() => world?.stop());

interface Fault {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

interface Axe {
  run(options: { runOnly?: string[] }): Promise<{ violations: Fault[] }>;
}

/** Serious faults in the page as it is; in dark only colours can differ. */
async function faults(page: Page, scheme: "light" | "dark"): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.addScriptTag({ path: AXE });
  const rules = scheme === "dark" ? ["color-contrast"] : undefined;
  const { violations } = await page.evaluate(
    (rules) => (window as unknown as { axe: Axe }).axe.run(rules ? { runOnly: rules } : {}),
    rules,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

const picture = (page: Page, name: string) =>
  page.screenshot({
    fullPage: true,
    ...(process.env.UPDATE_PICTURES
      ? { path: `${PICTURES}${name}.jpg`, type: "jpeg", quality: 80 }
      : { path: `${PICTURES}${name}.png`, type: "png" }),
  });

/** A view without faults, in light and dark; with a name also its picture in both sizes. */
async function look(page: Page, name?: string) {
  await page.setViewportSize(DESKTOP);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.waitForTimeout(300);
    expect(await faults(page, colorScheme), `${name ?? page.url()} ${colorScheme}`).toEqual([]);
  }
  if (name === "game" || name === "lobby") await picture(page, `${name}-dark-1280`);
  await page.emulateMedia({ colorScheme: "light" });
  if (!name) return;
  for (const [width, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    await page.waitForTimeout(300);
    await picture(page, `${name}-${width}`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${name} at ${width} is wider than the window`).toBeLessThanOrEqual(0);
  }
}

test("every view", async () => {
  const { page: stranger } = await world.visitor();
  await stranger.getByRole("heading", { name: "Real chess." }).waitFor();
  await look(stranger);
  await stranger.goto(`${world.url}#/wallet`);
  await stranger.getByRole("button", { name: "Play as alice" }).waitFor();
  await look(stranger, "wallet");
  await stranger.context().close();

  const pgn = await readFile(new URL("../../interaction/games/opera.pgn", import.meta.url), "utf8");
  const opera = [...(parsePgn(pgn)[0]?.moves.mainline() ?? [])].map(({ san }) => san);
  const { white, black, id } = await world.game("alice", "bob");
  await world.chain.play(id, ["alice", "bob"], opera.slice(0, 24));
  await seesPlies(white, 24);
  await look(white, "game");
  await white.getByRole("button", { name: "Settings" }).click();
  await look(white, "settings");
  await white.keyboard.press("Escape");
  const fen = await white.getByTestId("board").getAttribute("data-fen");
  await world.chain.play(id, ["alice", "bob"], opera.slice(24), fen ?? "");
  await white.getByTestId("end").getByText("You won", { exact: true }).waitFor();
  expect(await white.getByTestId("board").getAttribute("data-fen")).toBe(await world.chain.fen(id));
  await look(white, "end");
  await black.context().close();

  await white.getByRole("link", { name: "Analysis" }).click();
  await white.getByTestId("replay").waitFor();
  await white.getByRole("button", { name: "Ask Stockfish" }).click();
  // 33 plies; the mate on the board is no news to it
  await white.getByTestId("evaluation").getByText("#").waitFor();
  await white.locator('svg[data-known="34"]').waitFor({ timeout: 60_000 });
  for (let step = 0; step < 3; step++) await white.getByRole("button", { name: "Previous move" }).click();
  await look(white, "replay");

  const carol = await world.player("carol");
  await carol.getByTestId("join").click();
  await white.getByRole("link", { name: "Onchain Chess" }).click();
  await white.getByText("is waiting: you would play Black").waitFor();
  const frank = world.chain.player("frank");
  const clocks = [{ base: 300, increment: 3 }, { base: 900, increment: 10 }, null];
  for (const clock of clocks) await world.chain.call(frank, "challenge", [null, 2, clock], WAGER);
  await world.chain.call(frank, "challenge", [world.chain.player("alice").address, 1, clocks[0]], 10n ** 17n);
  await white.getByRole("link", { name: /challenges you/ }).waitFor();
  await look(white, "lobby");
  await white.getByRole("link", { name: /challenges you/ }).click();
  await white.getByRole("button", { name: "Accept for 0.1 EGLD" }).waitFor();
  await look(white, "invitation");
  await white.getByRole("link", { name: "Onchain Chess" }).click();
  await white.getByRole("button", { name: "Challenge a friend" }).click();
  await look(white, "challenge");
  await white.keyboard.press("Escape");
  await carol.getByRole("button", { name: "Leave the queue" }).click();
  await carol.getByText("Nobody is waiting").waitFor();
  await carol.context().close();

  // a game by signature, in two tabs
  await white.getByRole("button", { name: "Challenge a friend" }).click();
  const dialog = white.getByRole("dialog", { name: "New challenge" });
  await dialog.getByText("White", { exact: true }).click();
  await dialog.getByLabel(/Play by signature/).check();
  await dialog.getByRole("button", { name: "Challenge" }).click();
  await white.getByTestId("challenge").waitFor();
  const bob = await white.context().newPage();
  await bob.goto(world.url);
  await connect(bob, "bob");
  await bob.goto(white.url());
  await bob.getByRole("button", { name: "Accept for 0.01 EGLD" }).click();
  for (const [ply, squares] of ["e2e4", "e7e5", "g1f3", "b8c6"].entries()) {
    const mover = ply % 2 === 0 ? white : bob;
    await seesPlies(mover, ply);
    await move(mover, squares);
  }
  await seesPlies(white, 4);
  await white.getByText("Transcript", { exact: true }).click();
  await look(white, "signed");
  await bob.close();
  await white.getByRole("link", { name: "Onchain Chess" }).click();

  await white.getByRole("link", { name: "Play the engine" }).click();
  await white.getByRole("slider").waitFor();
  await look(white, "ai");
  await white.getByRole("button", { name: "New game" }).click();
  await white.getByTestId("ai-game").waitFor();
  await white.locator('[data-testid="six"][data-movable="true"]').waitFor();
  await clickSixSquare(white, "b2");
  await clickSixSquare(white, "b4");
  await white.getByText(/^The engine moved its/).waitFor();
  await white.getByTestId("transaction").first().waitFor({ state: "detached" });
  await look(white, "ai-game");
}, 240_000);

test("on a phone, by touch", async () => {
  const { context, page } = await world.visitor(PHONE);
  await connect(page, "frank");
  await page.getByTestId("join").click();
  await page.getByText("You are waiting for an opponent.").waitFor();
  // the opponent comes, and the page opens the game by itself
  await world.chain.call(world.chain.player("grace"), "joinGame", [], WAGER);
  await page.locator(MOVABLE).waitFor();
  const box = await page.getByTestId("board").boundingBox();
  if (!box) throw new Error("there is no board");
  // from edge to edge, in whole pixels for each square
  expect(box.width).toBeGreaterThan(382);
  expect(box.x + box.width).toBeLessThanOrEqual(390);
  const tap = (file: number, rank: number) =>
    page.touchscreen.tap(box.x + ((file + 0.5) * box.width) / 8, box.y + ((7.5 - rank) * box.height) / 8);
  await tap(4, 1);
  await tap(4, 3);
  await seesPlies(page, 1);
  await context.close();
});
