// A game is aborted by one press before both have moved, and both get their stakes back: in a match at once.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { Bot } from "../world/bots";
import { isTold, press, sees } from "../world/signedTable";
import { FOOLS_MATE, match, meet, play, relayIs } from "../world/strangers";
import { confirmed, lookAgain, move, seesPlies, World } from "../world/world";

const world = World.ofTests({ ownChain: true, relay: ["--wallet", "heidi"] });

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
});

test("by who has moved, and by nobody once both have", async () => {
  const { white, black } = await meet(world, "carol", "frank");
  await play(white, black, ["e2e4"]);
  await press(white, "Abort");
  await isAborted(white, black);

  const second = await meet(world, "alice", "grace");
  await play(second.white, second.black, ["e2e4"]);
  await move(second.black, "e7e5");
  for (const page of [second.white, second.black]) {
    await seesPlies(page, 2);
    await page.getByRole("button", { name: "Resign" }).waitFor();
    expect(await page.getByRole("button", { name: "Abort" }).count()).toBe(0);
  }
  await sees(second.white, "Your turn");
});

/** The players' balances, and the nonces that show which fees they have paid since this moment. */
async function accounts(...names: string[]) {
  const { chain } = world;
  const all = names.map((name) => chain.player(name).address);
  const nonces = await Promise.all(all.map((address) => chain.nonce(address)));
  const balances = await Promise.all(all.map((address) => chain.balance(address)));
  /** The gain of each since then, fees aside. */
  return () =>
    Promise.all(
      all.map(async (address, index) => {
        const [now, fees] = await Promise.all([chain.balance(address), chain.fees(address, nonces[index] ?? 0)]);
        return now + fees - (balances[index] ?? 0n);
      }),
    );
}

test("a match, too: both leave it, and nobody waits for their stakes", async () => {
  const gained = await accounts("alice", "bob");
  const { alice, bob } = await match(world);
  // what was sent for the stakes is shown for a moment
  for (const page of [alice, bob]) await page.getByTestId("transaction").first().waitFor({ state: "detached" });
  await press(bob, "Abort");
  for (const page of [alice, bob]) {
    const end = page.getByTestId("end");
    await end.getByText("0.15 EGLD back").waitFor();
    await end.getByText("Aborted: no result").waitFor();
    // the relay has brought it
    expect(await page.getByTestId("transaction").count()).toBe(0);
  }
  await expect.poll(gained).toEqual([0n, 0n]);
  // it is what it was for who comes later, too
  await alice.reload();
  await alice.getByTestId("end").getByText("Aborted: no result").waitFor();
});

test("in a match's later game only after asking back, and the games before count", async () => {
  const gained = await accounts("alice", "bob");
  const { alice, bob } = await match(world);
  await play(alice, bob, FOOLS_MATE);
  for (const page of [bob, alice]) await page.getByTestId("end").getByRole("button", { name: "Next game" }).click();
  for (const page of [alice, bob]) await sees(page, "Game 2 of 3");
  await play(bob, alice, ["e2e4"]);
  const told = "The match ends: this game counts half a point each";
  await expect.poll(() => alice.getByRole("button", { name: "Abort", exact: true }).getAttribute("title")).toBe(told);
  await confirmed(alice, "Abort");
  await bob.getByTestId("end").getByText("+0.05 EGLD").waitFor();
  await bob.getByTestId("end").getByText("You won the match 1½–½").waitFor();
  await alice.getByTestId("end").getByText("−0.05 EGLD").waitFor();
  const stake = 50_000_000_000_000_000n;
  await expect.poll(gained).toEqual([-stake, stake]);
});

test("a bot's match: the bot agrees and leaves", async () => {
  const gained = await accounts("frank", "grace");
  const bot = Bot.start(world, "frank", ["--engine", "1", "--clock", "3+2", "--stake", "0.01", "--engines"]);
  try {
    const page = await world.player("grace");
    await isTold(page);
    await page.getByRole("region", { name: "Open challenges" }).getByRole("link").first().click();
    await press(page, "Accept for 0.1 EGLD");
    await relayIs(page, "online");
    await press(page, "Abort");
    await page.getByTestId("end").getByText("0.1 EGLD back").waitFor({ timeout: 60_000 });
    await page.getByTestId("end").getByText("Aborted: no result").waitFor();
    // the bot's next challenge is paid for already
    await bot.stop();
    await expect.poll(async () => (await gained())[1]).toBe(0n);
  } finally {
    await bot.stop();
  }
});
