// After a game: its effect on both ratings, and another game with someone else.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { look } from "../world/looks";
import { tile } from "../world/purses";
import { bar, choose, isOn, isTold } from "../world/signedTable";
import { play, seats } from "../world/strangers";
import { confirmed, World } from "../world/world";

// on a shared chain the relay would read all other tests' games
const world = World.ofTests({ ownChain: true, relay: ["--ratings-from", "0"] });

const CLOCK = { base: 300, increment: 3 };

/** A game of blitz that both see from its beginning to Bob's resignation. */
async function resigned(alice: Page, bob: Page, id: number): Promise<void> {
  const { chain } = world;
  await chain.call(chain.player("alice"), "challenge", [null, 0, CLOCK, 1, false]);
  await chain.call(chain.player("bob"), "accept", [id]);
  for (const page of [alice, bob]) await page.goto(`${world.url}#/game/${id}`);
  for (const page of [alice, bob]) await isOn(page);
  await chain.play(id, ["alice", "bob"], ["e4", "e5"]);
  await chain.call(chain.player("bob"), "resign", [id]);
}

test("the result and the players' bars show a game's effect on the ratings, once the relay knows it", async () => {
  const { chain } = world;
  // a busy machine reads blocks more slowly than a chain of 100 ms makes them
  await chain.pace(1_000);
  const [alice, bob] = [await world.player("alice"), await world.player("bob")];
  await resigned(alice, bob, 1);
  for (const page of [alice, bob]) {
    const told = page.getByTestId("end").getByTestId("result-rating");
    // Glicko-2 between two newcomers
    const texts = async () => (await told.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
    await expect.poll(texts, { timeout: 120_000 }).toEqual(["@alice 1662? +162", "@bob 1338? −162"]);
    expect(await bar(page, "white").getByTestId("rating").innerText()).toBe("1662?");
    expect(await bar(page, "white").getByTestId("rating-change").innerText()).toBe("+162");
    expect(await bar(page, "black").getByTestId("rating-change").innerText()).toBe("−162");
  }
  await look(bob);
  // a viewer who comes later sees it immediately
  await bob.reload();
  await bob.getByTestId("end").getByText("−162").waitFor();
  await chain.pace(100);
});

const blitz = (page: Page) => tile(page, "5+3");
const anew = (page: Page) => page.getByTestId("end").getByRole("button", { name: "New opponent" });

test("one press looks for a new opponent: it waits in the lobby, or accepts a waiting challenge", async () => {
  const [alice, bob] = [await world.player("alice"), await world.player("bob")];
  for (const page of [alice, bob]) {
    await isTold(page);
    await choose(page, "Stake", "0.01");
    // in turn, because otherwise both would wait
    if (page === bob) await blitz(page).getByText("player waits").waitFor();
    await blitz(page).click();
  }
  // before both have moved nobody resigns
  const [white, black] = await seats(alice, bob);
  await play(white, black, ["e2e4", "e7e5"]);
  await confirmed(alice, "Resign");
  // a stake chosen in the meantime doesn't count
  await bob.evaluate(() => localStorage.setItem("chess.pairingStake", "0.2"));
  await anew(bob).click();
  await bob.getByTestId("pairing").getByText("Waiting for an opponent: 5 min + 3 s a move, 0.01 EGLD").waitFor();
  expect(await bob.getByRole("radio", { name: "0.01", exact: true }).isChecked()).toBe(true);
  // it isn't offered beside the player's own offer of a rematch: both could be accepted
  await alice.getByTestId("end").getByRole("button", { name: "Rematch", exact: true }).click();
  await anew(alice).waitFor({ state: "detached" });
  await alice.getByTestId("end").getByRole("button", { name: "Rematch offered" }).click();
  await anew(alice).click();
  for (const page of [alice, bob]) await isOn(page);
  expect(new URL(alice.url()).hash).toBe(new URL(bob.url()).hash);
});
