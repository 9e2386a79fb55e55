// The result card, and which fields an ended game has.
import { expect, test } from "vitest";
import { FOOLS_MATE, play } from "../world/strangers";
import { middleOf, World } from "../world/world";

const world = World.ofTests();

test("the card leaves the mated king in sight, and the field for moves is gone", async () => {
  const { white, black } = await world.game("alice", "bob");
  await play(white, black, FOOLS_MATE);
  for (const page of [white, black]) {
    await page.getByTestId("end").waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.waitForTimeout(500);
      const card = await page.getByTestId("end").boundingBox();
      if (!card) throw new Error("there is no card");
      const { x, y } = await middleOf(page, "e1");
      const isCovered = x > card.x && x < card.x + card.width && y > card.y && y < card.y + card.height;
      expect(isCovered, `${width} px`).toBe(false);
    }
    expect(await page.getByRole("textbox", { name: "Type a move" }).count()).toBe(0);
  }
});
