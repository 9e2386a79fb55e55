// Players: their table by ratings, a record against oneself, and all games as one PGN.
import { expect, test } from "vitest";
import { downloaded, WAGER, World } from "../world/world";

// on a young chain: the relay reads all of its blocks
const world = World.ofTests({ ownChain: true, relay: ["--ratings-from", "0"] });

test("the table is sorted by a press, the profile has the record and hands out all games", async () => {
  const { chain } = world;
  const [alice, bob] = [chain.player("alice"), chain.player("bob")];
  // Alice wins, then Bob
  for (const [game, loser] of [
    [1, bob],
    [2, alice],
  ] as const) {
    await chain.call(alice, "challenge", [null, 0, { base: 300, increment: 3 }, 1, false], WAGER);
    await chain.call(bob, "accept", [game], WAGER);
    await chain.play(game, ["alice", "bob"], ["e4", "e5"]);
    await chain.call(loser, "resign", [game]);
  }
  const page = await world.player("alice");
  await page.goto(`${world.url}#/players`);
  const table = page.getByTestId("leaderboard");
  // the relay reads new games once a minute
  await table.getByTestId("rating").first().waitFor({ timeout: 100_000 });
  await table.getByRole("button", { name: "Rating" }).click();
  await table.getByRole("columnheader", { name: "Rating" }).and(page.locator("[aria-sort]")).waitFor();
  // the one who has won last stands higher
  await expect.poll(() => table.getByRole("row").nth(1).innerText()).toContain("@bob");

  // in a game of the two
  await chain.call(alice, "challenge", [null, 0, { base: 300, increment: 3 }, 1, false], WAGER);
  await chain.call(bob, "accept", [3], WAGER);
  await page.goto(`${world.url}#/game/3`);
  await page.getByTestId("record").getByText("in 2 rated games").waitFor();
  expect(await page.getByTestId("record").innerText()).toMatch(/^@alice 1–1 @bob/);
  await page.goto(`${world.url}#/player/${bob.address}`);
  await page.getByTestId("record").getByText("1 won, 0 drawn, 1 lost").waitFor();

  // Bob has won against Alice for a stake, and against Carol for none
  const carol = chain.player("carol");
  await chain.call(carol, "challenge", [null, 0, { base: 300, increment: 3 }, 1, false]);
  await chain.call(bob, "accept", [4]);
  await chain.play(4, ["carol", "bob"], ["d4", "d5"]);
  await chain.call(carol, "resign", [4]);
  const choose = (field: string, choice: string) => page.getByRole("combobox", { name: field }).selectOption(choice);
  /** The moves of the games that are handed out. */
  const games = async () => (await downloaded(page, "Download as one PGN")).match(/^1\. .*$/gm);
  const [staked, free] = ["1. e4 e5 0-1", "1. d4 d5 0-1"];
  await choose("Results", "won");
  expect(await games()).toEqual([free, staked]);
  await choose("Stake", "For a stake");
  expect(await games()).toEqual([staked]);
  await choose("Stake", "No stake");
  expect(await games()).toEqual([free]);
  const opponent = page.getByRole("textbox", { name: "Opponent" });
  await opponent.fill(alice.address);
  await page.getByRole("button", { name: "Download as one PGN" }).click();
  await page.getByText("0 of 1 games").waitFor();
  await choose("Stake", "Any stake");
  expect(await games()).toEqual([staked]);
  await opponent.fill("alice");
  await page.getByRole("button", { name: "Download as one PGN" }).click();
  await page.getByText("Paste an address that begins with erd1").waitFor();
});
