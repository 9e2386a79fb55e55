// A match: rematches in one press each, sides changing, the score on the board, and one call that pays both.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { colliding, look } from "../world/looks";
import { chainKnows, choose, isOn, newChallenge, scores, sees } from "../world/signedTable";
import { FOOLS_MATE, play } from "../world/strangers";
import { bring, confirmed, seesPlies, World } from "../world/world";

const world = World.ofTests();

const STAKE = 10n ** 16n;
const SCHOLARS_MATE = ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "h5f7"];

const balance = (name: string) => world.chain.balance(world.chain.player(name).address);

/** Two tabs of one browser in the first game of a match that Alice has opened, as White. */
async function match(games: string): Promise<{ alice: Page; bob: Page }> {
  const alice = await world.player("alice");
  const dialog = await newChallenge(alice);
  await dialog.getByLabel(/Play by signature/).check();
  await choose(dialog, "You play", "White");
  await choose(dialog, "Time", "10+5");
  await choose(dialog, "Stake", "0.01");
  await dialog.getByRole("combobox", { name: "Games" }).selectOption(games);
  // what that puts at stake
  await dialog.getByText(`For ${games} games each pays 0.0${games} EGLD now`).waitFor();
  await dialog.getByRole("button", { name: "Challenge" }).click();
  await alice.getByTestId("challenge").waitFor();
  await sees(alice, `up to ${games}, sides changing, each for the stake`);
  const bob = await world.beside(alice, "bob");
  await bob.goto(alice.url());
  await bob.getByRole("button", { name: `Accept for 0.0${games} EGLD` }).click();
  for (const page of [alice, bob]) await isOn(page);
  return { alice, bob };
}

test("three games in one match: next game by one press each, then both leave and are paid", async () => {
  const before = { alice: await balance("alice"), bob: await balance("bob") };
  const { alice, bob } = await match("3");
  await sees(alice, "Game 1 of 3");
  await play(alice, bob, SCHOLARS_MATE);
  for (const page of [alice, bob]) await page.getByTestId("interval").getByText("Ready for game 2 of 3?").waitFor();
  await look(alice, "match");
  expect(await scores(alice)).toEqual(["1", "0"]);
  // nothing is offered that the chain needn't hear
  expect(await alice.getByRole("button", { name: /Settle|Rematch|New opponent/ }).count()).toBe(0);
  await expect.poll(() => colliding(alice)).toEqual([]);
  const next = (page: Page) => page.getByTestId("end").getByRole("button", { name: "Next game" });
  await next(alice).click();
  await bob.getByTestId("interval").getByText("They are ready for game 2 of 3.").waitFor();
  await alice.getByTestId("interval").getByText("Waiting for your opponent").waitFor();
  // a reload in between forgets nothing
  await alice.reload();
  await alice.getByTestId("interval").getByText("You are ready for game 2 of 3").waitFor();
  await next(bob).click();

  // sides have changed, at once, and the score stands beside the names
  for (const page of [alice, bob]) {
    await sees(page, "Game 2 of 3");
    await seesPlies(page, 0);
    expect(await scores(page)).toEqual(["0", "1"]);
  }
  await expect.poll(() => alice.getByTestId("board").getAttribute("data-orientation")).toBe("black");
  await play(bob, alice, FOOLS_MATE);
  for (const page of [alice, bob]) await page.getByTestId("interval").getByText("Ready for game 3 of 3?").waitFor();
  expect(await scores(alice)).toEqual(["0", "2"]);

  // who leaves first leaves for both: the other's page agrees, and either settles
  await confirmed(alice, "Leave the match", alice.getByTestId("end"));
  for (const page of [alice, bob]) await page.getByTestId("interval").getByText("You have both left").waitFor();
  for (const page of [alice, bob])
    await page.getByTestId("end").getByRole("button", { name: "New opponent" }).waitFor();
  await bob.getByTestId("end").getByRole("button", { name: "Settle the match" }).click();
  await alice.getByTestId("end").getByText("+0.02 EGLD").waitFor();
  await bob.getByTestId("end").getByText("−0.02 EGLD").waitFor();
  await sees(alice, "You won the match 2–0");
  await sees(bob, "You lost the match 0–2");
  // the board stays as it was, though the chain was told no moves; each game can be analysed
  await seesPlies(alice, FOOLS_MATE.length);
  await sees(alice, "game 2 of 3");
  await alice.getByTestId("end").getByRole("link", { name: "Analyse" }).click();
  await sees(alice, "Black won by checkmate");
  const games = alice.getByRole("combobox", { name: "Game of the match" });
  expect(await games.locator("option").allInnerTexts()).toEqual(["Game 1 of 2", "Game 2 of 2"]);
  await games.selectOption("0");
  await sees(alice, "White won by checkmate");
  await expect.poll(() => alice.getByTestId("moves").getByRole("button").count()).toBe(SCHOLARS_MATE.length);
  // Alice paid for a challenge, Bob for the acceptance and the call that settled, and the fees
  const fee = STAKE / 10n;
  const gain = async (name: "alice" | "bob") => (await balance(name)) - before[name];
  // what the call pays may come from another shard a moment after its outcome
  await expect.poll(() => gain("alice")).toBeGreaterThan(2n * STAKE - fee);
  expect(await gain("alice")).toBeLessThanOrEqual(2n * STAKE);
  await expect.poll(() => gain("bob")).toBeGreaterThan(-2n * STAKE - fee);
  expect(await gain("bob")).toBeLessThan(-2n * STAKE);
});

test("after a resignation the winner waits for the loser's word; a later round goes to the chain in one call", async () => {
  const { alice, bob } = await match("3");
  await play(alice, bob, ["e2e4", "e7e5"]);
  await confirmed(alice, "Resign");
  await bob.getByTestId("interval").waitFor();
  await bob.getByTestId("end").getByRole("button", { name: "Next game" }).click();
  await bob.getByTestId("interval").getByText("the player who could take the end back chooses first").waitFor();
  await alice.getByTestId("end").getByRole("button", { name: "Next game" }).click();
  for (const page of [alice, bob]) await sees(page, "Game 2 of 3");
  await play(bob, alice, ["d2d4", "d7d5"]);
  // brought by hand: the chain continues in the second round
  await bring(bob);
  await chainKnows(bob, 2);
  const { page: carol } = await world.visitor();
  await carol.goto(alice.url());
  await sees(carol, "Game 2 of 3");
  await seesPlies(carol, 2);
  expect(await scores(carol)).toEqual(["1", "0"]);
  await carol.context().close();
  await play(bob, alice, ["c2c4", "e7e6"], 2);
});
