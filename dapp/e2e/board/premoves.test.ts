// Moves in advance, even before the opponent's first move, with move 1 visible.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Table, table } from "../world/signedTable";
import { clickMove, move, seesPlies, World } from "../world/world";

const world = World.ofTests({ relay: [] });

const isAhead = (page: Page, text: string) => page.getByTestId("standing").getByText(text).waitFor();

/** Whether a move in the list is visible, with nothing covering it. */
const isInSight = (page: Page, ply: number) =>
  page.locator(`[data-testid="moves"] [data-ply="${ply}"]`).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

const onChain = () => world.game("carol", "frank");
test.each<[string, () => Promise<Table>]>([
  ["by signature", () => table(world, "5+3", true)],
  ["on chain", onChain],
])("both players set moves before the opponent's first one: %s", async (_, begin) => {
  const { white, black } = await begin();
  // Black's own first move, and the one after it, before White has moved
  await clickMove(black, "e7e5");
  await isAhead(black, "Their turn · next move set");
  await clickMove(black, "b8c6");
  await isAhead(black, "Their turn · 2 moves set");
  await move(white, "e2e4");
  await Promise.all([white, black].map((page) => seesPlies(page, 2)));
  // White's second and third move before Black's second could be seen
  await move(white, "g1f3");
  await Promise.all([white, black].map((page) => seesPlies(page, 4)));
  await move(white, "f1c4");
  await clickMove(white, "d2d3");
  await isAhead(white, "Their turn · next move set");
  await clickMove(white, "e1g1");
  await isAhead(white, "Their turn · 2 moves set");
  expect(await Promise.all([1, 2].map((ply) => isInSight(white, ply)))).toEqual([true, true]);
  await white.getByRole("button", { name: "Take them back" }).click();
  await isAhead(white, "Their turn");
});
