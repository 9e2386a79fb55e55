// Play by signature, the engine and a phone: without serious faults, and pictures of them.

import { expect, test } from "vitest";
import { look, PHONE } from "../world/looks";
import { openChallenge } from "../world/signedTable";
import { play } from "../world/strangers";
import { clickMove, clickSquare, connect, laidOut, MOVABLE, seesPlies, WAGER, World } from "../world/world";

const world = World.ofTests({ engines: true });

test("a game by signature in two windows, and games against the engines", async () => {
  const white = await world.player("alice");
  await openChallenge(white, { stake: "0.01" });
  const bob = await world.beside(white, "bob");
  await bob.goto(white.url());
  await bob.getByRole("button", { name: "Accept for 0.01 EGLD" }).click();
  await play(white, bob, ["e2e4", "e7e5", "g1f3", "b8c6"]);
  await white.getByTestId("mark").click();
  await look(white, "signed");
  await bob.close();
  await white.getByRole("link", { name: "Onchain Chess" }).click();

  await white.getByRole("link", { name: "Play the engine" }).click();
  await white.getByRole("slider").waitFor();
  await look(white, "ai");
  await white.getByRole("button", { name: "New game" }).click();
  for (const [ply, squares] of ["e2e4", "d2d4"].entries()) {
    await white.locator(MOVABLE).waitFor();
    await clickMove(white, squares);
    await white.locator(`main[data-plies="${2 * ply + 2}"]`).waitFor();
    await white.getByText("Your turn").waitFor();
  }
  await white.getByTestId("transaction").first().waitFor({ state: "detached" });
  await look(white, "ai-game");

  await white.getByRole("link", { name: "All my games" }).click();
  await white.getByText("6×6", { exact: true }).first().click();
  await white.getByRole("button", { name: "New game" }).click();
  await white.locator('[data-testid="six"][data-movable="true"]').waitFor();
  await clickSquare(white, "b2", "six");
  await clickSquare(white, "b4", "six");
  await white.getByText(/^The engine moved: /).waitFor();
  await white.getByTestId("transaction").first().waitFor({ state: "detached" });
  await look(white, "ai-six");
});

test("on a phone, by touch", async () => {
  const { page } = await world.visitor(PHONE);
  await connect(page, "frank");
  await page.getByTestId("join").click();
  await page.getByText("You are waiting for an opponent.").waitFor();
  // the opponent comes, and the page opens the game by itself
  await world.chain.call(world.chain.player("grace"), "joinGame", [], WAGER);
  await page.locator(MOVABLE).waitFor();
  await laidOut(page);
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
});
