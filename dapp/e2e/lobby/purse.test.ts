// The purse: opened by a signature, filled in one window; it plays, is paid and goes home without another one.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { faults, look, overflow } from "../world/looks";
import { askedPlayer, card, EGLD, fill, open, pairUp, pressTile, takeAllHome, tile, withPurse } from "../world/purses";
import { choose, isOn, isTold, newChallenge, press } from "../world/signedTable";
import { serveSite } from "../world/site";
import { connectExtension, installExtension } from "../world/standIns";
import { answeredAsk, FOOLS_MATE, play } from "../world/strangers";
import { clickMove, confirmed, idOf, MOVABLE, move, newWindow, seesPlies, WAGER, World } from "../world/world";

const world = World.ofTests({ relay: [] });

const asked = (name: string) => askedPlayer(world, name);
const takeHome = (page: Page) => takeAllHome(world, page);
const nonceOf = (address: string) => world.chain.nonce(address);

/** Waits until this number of an account's transactions is done. */
const sent = (address: string, count: number) => expect.poll(() => nonceOf(address)).toBeGreaterThanOrEqual(count);

test("the lobby says that the purse is empty, and leads to the view that fills it", async () => {
  const { page } = await asked("grace");
  await open(page);
  await page.goto(`${world.url}#/`);
  const pairing = page.getByRole("region", { name: "Quick pairing" });
  await pairing.getByText("Your purse is empty.").waitFor();
  await expect.poll(() => tile(page, "3+2").isDisabled()).toBe(true);
  await pairing.getByRole("link", { name: "Fill the purse" }).click();
  await fill(page, "0.1");
  // once the purse is filled, Play is the only primary button
  expect(await card(page).locator("[class*=primary]").allInnerTexts()).toEqual(["Play"]);
  await card(page).getByRole("link", { name: "Play" }).click();
  await tile(page, "3+2").and(page.locator(":enabled")).waitFor();
  expect(await pairing.getByText("Your purse is empty.").count()).toBe(0);
  await takeHome(page);
});

test("in a browser with a full store the purse stays open, even after a reload", async () => {
  const { page, windows } = await asked("heidi");
  const purse = await open(page);
  // the text twice, and the purse's name: a window that opens now would hold up the reload
  await expect.poll(() => windows.length).toBe(3);
  await page.evaluate(() => {
    for (let size = 1 << 20, part = 0; size >= 1; ) {
      try {
        localStorage.setItem(`full${part++}`, "x".repeat(size));
      } catch {
        size >>= 1;
      }
    }
  });
  await page.reload();
  await card(page).getByText(purse).waitFor();
  await fill(page, "0.1");
  await takeHome(page);
});

test("open, fill, pair, play, be paid, take home: no window after the fill, and the sums are right", async () => {
  const names = ["alice", "bob"] as const;
  const before = await Promise.all(
    names.map(async (name) => {
      const { address } = world.chain.player(name);
      return { address, balance: await world.chain.balance(address), nonce: await nonceOf(address) };
    }),
  );
  const [alice, bob] = await Promise.all(names.map(asked));
  if (!alice || !bob) throw new Error("two players");
  const purses = await Promise.all([open(alice.page), open(bob.page)]);
  await look(alice.page, "purse");
  await Promise.all([fill(alice.page, "0.5"), fill(bob.page, "0.5")]);
  // the text twice, the purse's name, and the one transfer
  for (const { windows } of [alice, bob]) {
    expect(windows).toHaveLength(4);
    expect(windows[0]).toContain(`address bar shows ${new URL(world.url).origin}`);
    expect(windows[1]).toBe(windows[0]);
    windows.length = 0;
  }
  // both purses lie in the contract's shard
  const shards = await Promise.all([...purses, world.chain.contract].map((address) => world.chain.shardOf(address)));
  expect(new Set(shards).size).toBe(1);

  const [white, black] = await pairUp(world, alice.page, bob.page, "0.05", "5+3");
  await play(white, black, FOOLS_MATE);
  // the pages acknowledge and submit the mate automatically
  await black.getByText("You were paid 0.1 EGLD.").first().waitFor();
  await white.locator('[data-testid="game"][data-state="blackWon"]').waitFor();

  for (const { page } of [alice, bob]) await takeHome(page);
  for (const { windows } of [alice, bob]) expect(windows).toEqual([]);
  for (const [index, { address, balance, nonce }] of before.entries()) {
    const purse = purses[index] ?? "";
    expect(await world.chain.balance(purse)).toBe(0n);
    const fees = (await world.chain.fees(address, nonce)) + (await world.chain.fees(purse, 0));
    const page = index === 0 ? alice.page : bob.page;
    const won = page === black ? EGLD / 20n : -EGLD / 20n;
    expect(await world.chain.balance(address)).toBe(balance + won - fees);
  }
});

test("a killed browser loses nothing: the same signature opens the purse, and the game goes on by its key", async () => {
  const [carol, frank] = [await withPurse(world, "carol", "0.1"), await withPurse(world, "frank", "0.1")];
  const { purse } = carol;
  // killed after the fill
  await carol.page.context().close();
  const again = await asked("carol");
  expect(await open(again.page)).toBe(purse);
  await again.page.getByTestId("purse-balance").getByText("0.1 EGLD").waitFor();

  let [white, black] = await pairUp(world, again.page, frank.page, "0.01", "10+5");
  await play(white, black, ["e2e4", "e7e5"]);

  // another device has neither the key nor the moves; after its first move the earlier device follows
  const game = again.page.url();
  const third = await asked("carol");
  expect(await open(third.page)).toBe(purse);
  await third.page.goto(game);
  if (white === again.page) white = third.page;
  else black = third.page;
  await seesPlies(third.page, 2);
  await white.locator(MOVABLE).waitFor();
  await clickMove(white, "g1f3");
  for (const page of [white, black]) await seesPlies(page, 3);
  await play(white, black, ["b8c6"], 3);
  await again.page.getByText("You play on another device: this one follows.").waitFor();
  await again.page.getByRole("button", { name: "Take over here" }).click();
  const [here, there] = white === third.page ? [again.page, black] : [white, again.page];
  await seesPlies(here, 4);
  await move(here, "f1c4");
  await seesPlies(there, 5);
  await move(there, "g8f6");
  await third.page.getByRole("button", { name: "Take over here" }).waitFor();
  // the other one is killed in the game
  await again.page.context().close();
  await third.page.getByRole("button", { name: "Take over here" }).click();
  await third.page.getByRole("button", { name: "Take over here" }).waitFor({ state: "detached" });
  await seesPlies(third.page, 6);

  // its owner resigns; the winner's page submits that
  third.windows.length = 0;
  await confirmed(third.page, "Resign");
  await frank.page.getByText("You were paid 0.02 EGLD.").first().waitFor();
  expect(third.windows).toEqual([]);

  // the next game has another key: the number continues from the chain's
  const count = await nonceOf(purse);
  await pressTile(world, third.page, "none", "10+5");
  await sent(purse, count + 1);
  const numbers = await third.page.evaluate(() =>
    Object.entries(localStorage).filter(([name]) => name.endsWith(".next")),
  );
  expect(numbers.map(([, number]) => number)).toEqual(["2"]);
});

test("the purse meets an ask that was answered long ago, even in the lobby, without a press", async () => {
  const [alice, bob] = [await withPurse(world, "alice", "0.1"), await withPurse(world, "bob", "0.1")];
  const [white, black] = await pairUp(world, alice.page, bob.page, "none", "3+2");
  const release = await answeredAsk(white, black);
  const id = idOf(black);
  // Black looks at another view
  await black.evaluate(() => {
    location.hash = "#/";
  });
  await black.getByTestId("lobby").waitFor();
  const answerer = (black === bob.page ? bob : alice).purse;
  const before = await nonceOf(answerer);
  await release();
  // nobody presses anything
  await expect.poll(() => world.chain.fen(id)).toContain("4p3");
  await white.locator('[data-awaits="move"]').waitFor();
  expect(await nonceOf(answerer)).toBe(before + 1);
});

test("the page asks above the limit; the wallet plays its own games", async () => {
  const { page, windows } = await withPurse(world, "grace", "0.5");
  await page.goto(`${world.url}#/`);
  await isTold(page);
  await choose(page, "Stake", "other");
  await page.getByRole("textbox", { name: "Stake in EGLD" }).fill("0.3");
  await tile(page, "15+10").click();
  const question = page.getByRole("dialog", { name: "Pay this stake?" });
  await question.waitFor();
  expect(await faults(page)).toEqual([]);
  await question.getByRole("button", { name: "Don't" }).click();
  await page.getByTestId("transaction").waitFor({ state: "detached" });
  await tile(page, "15+10").click();
  await question.getByRole("button", { name: "Pay 0.3 EGLD" }).click();
  await page.getByTestId("pairing").getByText("Waiting for an opponent").waitFor();
  expect(windows).toEqual([]);

  // a challenge that names the wallet is the wallet's to accept
  const [heidi, grace] = [world.chain.player("heidi"), world.chain.player("grace")];
  await page.getByRole("region", { name: "My games" }).getByRole("link").first().waitFor();
  const newest = await page.getByRole("region", { name: "My games" }).getByRole("link").first().innerText();
  await world.chain.call(heidi, "challenge", [grace.address, 0, null, 1, false]);
  await page.goto(`${world.url}#/game/${Number(/#(\d+)/.exec(newest)?.[1]) + 1}`);
  await page.getByRole("button", { name: "Accept" }).click();
  await isOn(page);
  expect(windows).toHaveLength(1);
});

test("a token goes in and home, with EGLD for the fees, in one window", async () => {
  const token = await world.chain.issueToken("PURSE", ["alice"]);
  const { page, windows } = await asked("alice");
  const purse = await open(page);
  windows.length = 0;
  await card(page).getByRole("combobox", { name: "In" }).selectOption(token);
  await card(page).getByRole("textbox", { name: "Amount of PURSE" }).fill("12.5");
  await card(page).getByRole("button", { name: "Fill: 12.5 PURSE and 0.02 EGLD for fees" }).click();
  await card(page).getByTestId("purse-balance").getByText("12.5 PURSE").waitFor();
  expect(windows).toHaveLength(1);
  for (const width of [320, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  }
  await takeHome(page);
  expect(await world.chain.tokens(purse, token)).toBe(0n);
  expect(await world.chain.tokens(world.chain.player("alice").address, token)).toBe(10_000n);
  expect(windows).toHaveLength(1);
});

test("taking home withdraws the contract's debts to the purse first", async () => {
  const { chain } = world;
  const { address } = chain.player("bob");
  const token = await chain.issueToken("OWED", ["bob"]);
  const [balance, nonce] = [await chain.balance(address), await chain.nonce(address)];
  const { page, windows } = await asked("bob");
  const purse = await open(page);
  // the remainder of earlier tests
  const [left, first] = [await chain.balance(purse), await chain.nonce(purse)];
  await card(page).getByRole("combobox", { name: "In" }).selectOption(token);
  await card(page).getByRole("textbox", { name: "Amount of OWED" }).fill("12.5");
  await press(card(page), /^Fill: 12.5 OWED/);
  await card(page).getByTestId("purse-balance").getByText("12.5 OWED").waitFor();
  windows.length = 0;

  await page.goto(`${world.url}#/`);
  const dialog = await newChallenge(page);
  await dialog.getByLabel("Token").selectOption(token);
  await dialog.getByRole("textbox", { name: "Stake" }).fill("5");
  await dialog.getByRole("button", { name: "Challenge" }).click();
  await page.getByRole("button", { name: "Pay 5 OWED" }).click();
  await page.getByTestId("challenge").waitFor();
  // the stake can't come back while the token's owner has paused it: the contract owes it
  await chain.pauseToken(token, true);
  await page.getByRole("button", { name: "Take the challenge back" }).click();
  await page.getByTestId("cancelled").waitFor();
  await chain.pauseToken(token, false);
  expect([await chain.tokens(purse, token), await chain.tokens(chain.contract, token)]).toEqual([750n, 500n]);

  await takeHome(page);
  expect(await chain.tokens(address, token)).toBe(10_000n);
  for (const account of [purse, chain.contract]) expect(await chain.tokens(account, token)).toBe(0n);
  expect(windows).toEqual([]);
  expect(await chain.balance(purse)).toBe(0n);
  const fees = (await chain.fees(address, nonce)) + (await chain.fees(purse, first));
  expect(await chain.balance(address)).toBe(balance + left - fees);
});

test("the browser extension by sdk-dapp: three windows in all, for a whole game too", async () => {
  let windows = 0;
  const site = await serveSite("dist", world.chain.settings("devnet"));
  const context = await newWindow();
  await installExtension(context, world.chain.player("heidi"), () => {
    windows++;
    return "sign";
  });
  const page = await context.newPage();
  await page.goto(`${site.url}#/wallet`);
  await connectExtension(page);
  const purse = await open(page);
  await fill(page, "0.5");
  expect(windows).toBe(3);
  await page.goto(`${site.url}#/`);
  await page.getByTestId("join").click();
  await page.getByText("You are waiting for an opponent.").waitFor();
  await world.chain.call(world.chain.player("bob"), "joinGame", [], WAGER);
  await move(page, "e2e4");
  // a reload continues by the purse, too
  await page.reload();
  await page.getByTestId("account").getByText("Purse", { exact: true }).waitFor();
  await confirmed(page, "Resign");
  await page.locator('[data-testid="game"][data-state="blackWon"]').waitFor();
  await page.goto(`${site.url}#/wallet`);
  await card(page).getByRole("button", { name: "Take home" }).click();
  await expect.poll(() => world.chain.balance(purse)).toBe(0n);
  expect(windows).toBe(3);
  await context.close();
  site.stop();
});
