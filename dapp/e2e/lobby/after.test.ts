// After a game: what it has made of both ratings.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { look } from "../world/looks";
import { World } from "../world/world";

let world: World;
beforeAll(async () => {
  world = await World.start({ relay: ["--ratings-from", "0"] });
}, 60_000);
afterAll(() => world?.stop());

const CLOCK = { base: 300, increment: 3 };

/** A game of blitz that both see from its beginning to Bob's resignation. */
async function resigned(alice: Page, bob: Page, id: number): Promise<void> {
  const { chain } = world;
  await chain.call(chain.player("alice"), "challenge", [null, 0, CLOCK, 1, false]);
  await chain.call(chain.player("bob"), "accept", [id]);
  for (const page of [alice, bob]) await page.goto(`${world.url}#/game/${id}`);
  for (const page of [alice, bob]) await page.locator('[data-testid="game"][data-state="ongoing"]').waitFor();
  await chain.play(id, ["alice", "bob"], ["e4", "e5"]);
  await chain.call(chain.player("bob"), "resign", [id]);
}

test("the result and the players' bars tell what a game has made of the ratings, once the relay knows", async () => {
  const { chain } = world;
  const [alice, bob] = [await world.player("alice"), await world.player("bob")];
  await resigned(alice, bob, 1);
  // a busy machine reads blocks more slowly than a chain of 100 ms makes them
  await chain.pace(2_000);
  for (const page of [alice, bob]) {
    const told = page.getByTestId("end").getByTestId("rating-changes");
    // Glicko-2 between two newcomers
    await expect.poll(() => told.innerText()).toMatch(/alice\s+1662\? \+162\s+@?bob\s+1338\? −162/);
    const bar = (color: string) => page.locator(`[data-testid="player"][data-color="${color}"]`);
    expect(await bar("white").getByTestId("rating").innerText()).toBe("1662?");
    expect(await bar("white").getByTestId("rating-change").innerText()).toBe("+162");
    expect(await bar("black").getByTestId("rating-change").innerText()).toBe("−162");
  }
  await look(bob);
  // who comes later is told at once
  await bob.reload();
  await bob.getByTestId("rating-changes").getByText("−162").waitFor();
  await chain.pace(100);
  for (const page of [alice, bob]) await page.context().close();
});
