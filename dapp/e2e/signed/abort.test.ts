// A game is aborted by one press before both have moved, and both get their stakes back.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { press, sees } from "../world/signedTable";
import { meet } from "../world/strangers";
import { lookAgain, move, seesPlies, World } from "../world/world";

let world: World;
beforeAll(async () => {
  world = await World.start({ ownChain: true, relay: ["--wallet", "heidi"] });
}, 60_000);
afterAll(() => world?.stop());

/** Both see that it was aborted; the relay brings it to the chain, and both are paid once that is final. */
async function isAborted(white: Page, black: Page): Promise<void> {
  for (const page of [white, black]) await page.getByTestId("end").getByText("Aborted: no result").waitFor();
  for (const page of [white, black]) await page.locator('[data-awaits="longerGame"]').waitFor();
  await world.chain.skipEpochs(1);
  for (const page of [white, black]) {
    await lookAgain(page);
    await page.getByTestId("end").getByText("0.02 EGLD back").waitFor();
    await page.getByTestId("end").getByText("Aborted: no result").waitFor();
    expect(await page.getByTestId("end").getByText("½").count()).toBe(0);
  }
}

test("by who is on move, before the first move", async () => {
  const { white, black } = await meet(world, "alice", "bob");
  expect(await black.getByRole("button", { name: "Resign" }).count()).toBe(0);
  await press(white, "Abort");
  await isAborted(white, black);
}, 120_000);

test("by who has moved, and by nobody once both have", async () => {
  const { white, black } = await meet(world, "carol", "frank");
  await move(white, "e2e4");
  await seesPlies(black, 1);
  await press(white, "Abort");
  await isAborted(white, black);

  const second = await meet(world, "alice", "grace");
  await move(second.white, "e2e4");
  await seesPlies(second.black, 1);
  await move(second.black, "e7e5");
  for (const page of [second.white, second.black]) {
    await seesPlies(page, 2);
    await page.getByRole("button", { name: "Resign" }).waitFor();
    expect(await page.getByRole("button", { name: "Abort" }).count()).toBe(0);
  }
  await sees(second.white, "Your turn");
}, 180_000);
