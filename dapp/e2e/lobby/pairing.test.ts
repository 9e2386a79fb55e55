// Quick pairing: one click accepts what fits or opens a challenge and waits, the second one takes it back.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { look } from "../world/looks";
import { sendTogether, tile, withPurse } from "../world/purses";
import { choose, isOn, isTold } from "../world/signedTable";
import { play, seats } from "../world/strangers";
import { confirmed, idOf, MOVABLE, World } from "../world/world";

const world = World.ofTests({ relay: [], bots: { carol: "Level 1" } });

const stake = (page: Page, size: string) => choose(page, "Stake", size);
const says = (page: Page, text: string) => page.getByTestId("pairing").getByText(text).waitFor();

test("the second player accepts the waiting challenge, and both are in the game, by signature", async () => {
  const alice = await world.player("alice");
  await isTold(alice);
  await stake(alice, "0.01");
  // there is only one message: no success is shown beside it, not even for a moment
  const successes = await alice.evaluateHandle(() => {
    const found: string[] = [];
    new MutationObserver(() => {
      const success = document.querySelector('[data-testid="transaction"][data-stage="done"]');
      if (success) found.push(success.textContent);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    return found;
  });
  await tile(alice, "5+3").click();
  await says(alice, "Waiting for an opponent: 5 min + 3 s a move, 0.01 EGLD");
  await alice.getByTestId("transaction").waitFor({ state: "detached" });
  expect(await successes.jsonValue()).toEqual([]);
  await expect.poll(() => tile(alice, "5+3").getAttribute("aria-pressed")).toBe("true");
  // the lobby is alive in the meantime; a second game can't be begun
  await alice.getByRole("region", { name: "Open challenges" }).getByText("yours").waitFor();
  await expect.poll(() => tile(alice, "3+2").isDisabled()).toBe(true);
  await look(alice, "pairing");

  // the second click takes it back, and nothing is left of it
  await tile(alice, "5+3").click();
  await tile(alice, "5+3").and(alice.locator('[aria-pressed="false"]:enabled')).waitFor();
  await tile(alice, "5+3").click();
  await says(alice, "Waiting for an opponent");

  const bob = await world.player("bob");
  await isTold(bob);
  // without the stake, or with another time, it doesn't fit
  await tile(bob, "5+3").getByText("blitz").waitFor();
  await stake(bob, "0.01");
  await tile(bob, "5+3").getByText("player waits").waitFor();
  await tile(bob, "3+2").getByText("blitz").waitFor();
  await tile(bob, "5+3").click();
  for (const page of [alice, bob]) await isOn(page);
  expect(idOf(alice)).toBe(idOf(bob));
  await alice.locator(`${MOVABLE}, [data-testid="game"][data-your-turn="false"]`).first().waitFor();
  await alice.getByTestId("pot").getByText("0.02 EGLD").waitFor();
  for (const page of [alice, bob]) await page.getByTestId("signed").waitFor();
});

test("if two purses press at the same time, the second takes its challenge back and accepts the other, also in a rematch", async () => {
  const pages: Page[] = [];
  for (const name of ["grace", "heidi"]) {
    const { page } = await withPurse(world, name, "0.1");
    await page.goto(`${world.url}#/`);
    await isTold(page);
    await stake(page, "0.01");
    pages.push(page);
  }
  await sendTogether(pages);
  await Promise.all(pages.map((page) => tile(page, "1+0").click()));
  const [white, black] = await seats(...(pages as [Page, Page]));
  expect(idOf(white)).toBe(idOf(black));

  // so it is with rematches
  await play(white, black, ["e2e4", "e7e5"]);
  await confirmed(white, "Resign");
  for (const page of pages) await page.locator('[data-testid="game"]:not([data-state="ongoing"])').waitFor();
  await sendTogether(pages);
  const before = idOf(white);
  await Promise.all(
    pages.map((page) => page.getByTestId("end").getByRole("button", { name: "Rematch", exact: true }).click()),
  );
  for (const page of pages) await isOn(page);
  expect(idOf(white)).toBe(idOf(black));
  expect(idOf(white)).toBeGreaterThan(before);
  for (const page of pages) await page.context().close();
});

test("challenges that don't fit are ignored: for others, with programs, matches, another time; the player waits", async () => {
  const { chain } = world;
  const clock = { base: 180, increment: 2 };
  const key = Buffer.alloc(32, 7);
  const [carol, grace] = [chain.player("carol"), chain.player("grace")];
  await chain.call(carol, "challenge", [grace.address, 2, clock, 1, false, key]);
  await chain.call(carol, "challenge", [null, 2, clock, 1, true, key]);
  await chain.call(carol, "challenge", [null, 2, clock, 3, false, key], 3n * 10n ** 16n);
  // without a key each move would be a transaction
  await chain.call(carol, "challenge", [null, 2, clock, 1, false]);
  const frank = await world.player("frank");
  await isTold(frank);
  await stake(frank, "none");
  await tile(frank, "3+2").click();
  await says(frank, "Waiting for an opponent: 3 min + 2 s a move, no stake");
  // a reload changes nothing of it
  await frank.reload();
  await says(frank, "Waiting for an opponent: 3 min + 2 s a move, no stake");

  // a visitor without a wallet chooses one, and accepts the waiting challenge
  const { page: heidi } = await world.visitor();
  await isTold(heidi);
  await tile(heidi, "3+2").click();
  await heidi.getByRole("button", { name: "Play as heidi" }).click();
  for (const page of [frank, heidi]) await isOn(page);
  expect(idOf(frank)).toBe(idOf(heidi));
});

test("without the relay the page queries the gateway; a stake above the balance is refused beforehand", async () => {
  const page = await world.player("grace", world.kept({ "chess.relay": "off" }));
  // filters: of the challenges those for a stake, of which one is live and none takes days
  const list = page.getByRole("region", { name: "Open challenges" });
  await list.getByText("· 3 games").first().waitFor();
  // programs are called so
  await list.getByText("Level 1 bot").first().waitFor();
  await list.getByText("· programs allowed").waitFor();
  await list.getByRole("combobox", { name: "Stake" }).selectOption("For a stake");
  await expect.poll(() => list.getByRole("link").count()).toBe(1);
  await list.getByRole("combobox", { name: "Time" }).selectOption("Days");
  await list.getByText("None of this kind now.").waitFor();
  await list.getByRole("combobox", { name: "Time" }).selectOption("Any time");
  await list.getByRole("combobox", { name: "Stake" }).selectOption("Any stake");
  await list.getByRole("combobox", { name: "Programs" }).selectOption("Programs allowed");
  await expect.poll(() => list.getByRole("link").count()).toBe(1);

  await stake(page, "other");
  await page.getByRole("textbox", { name: "Stake in EGLD" }).fill("99999999999");
  await page.getByText("too little for the stake").waitFor();
  await expect.poll(() => tile(page, "1 day").isDisabled()).toBe(true);
  await page.getByRole("textbox", { name: "Stake in EGLD" }).fill("x");
  await page.getByText("The stake is not an amount of EGLD.").waitFor();
  await page.getByRole("textbox", { name: "Stake in EGLD" }).fill("0.03");
  await tile(page, "1 day").click();
  await says(page, "Waiting for an opponent: at least a day for each move, 0.03 EGLD");
  const open = page.getByRole("region", { name: "My games" }).getByRole("link").first();
  const id = Number(/#(\d+)/.exec(await open.innerText())?.[1]);
  await world.chain.call(world.chain.player("bob"), "accept", [id], 3n * 10n ** 16n);
  await isOn(page);
  expect(idOf(page)).toBe(id);
});

const BOTS_MATCH = {
  "en-US": ["a match of 10 games, you can leave after each", "Bots play now, up to 10 games", "player waits"],
  "de-DE": ["ein Wettkampf von 10 Partien", "Bots spielen jetzt, bis zu 10 Partien", "1 wartet"],
  "ar-EG": ["مواجهة من 10 مباريات", "حتى 10 مباريات", "لاعب ينتظر"],
} as const;

test("a tile shows a waiting bot and its match, and fits the narrowest phone", async () => {
  const { chain } = world;
  // an unnamed account may be a person or a bot; no tile accepts a challenge that allows programs
  const [three, rapid] = [
    { base: 180, increment: 2 },
    { base: 600, increment: 5 },
  ];
  await chain.call(chain.player("grace"), "challenge", [null, 2, three, 1, false, Buffer.alloc(32, 7)]);
  await chain.call(chain.player("grace"), "challenge", [null, 2, rapid, 1, true, Buffer.alloc(32, 7)]);
  const clock = { base: 900, increment: 10 };
  await chain.call(chain.player("carol"), "challenge", [null, 2, clock, 10, false, Buffer.alloc(32, 7)]);
  for (const [locale, [match, line, other]] of Object.entries(BOTS_MATCH)) {
    const page = await world.player("bob", { locale, viewport: { width: 320, height: 844 } });
    const bots = tile(page, "15+10").and(page.locator('[data-meets="bot"]'));
    await bots.and(page.getByRole("button", { name: match })).waitFor();
    await expect.poll(() => bots.getAttribute("title")).toContain(match);
    await says(page, line);
    const others = tile(page, "3+2").filter({ hasText: other });
    await others.waitFor();
    expect(await tile(page, "10+5").getAttribute("data-meets"), locale).toBeNull();
    const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1;
    for (const one of [bots, others]) expect(await one.evaluate(isCut), locale).toBe(false);
    // in one line
    const lines = await others.locator("small").evaluate((small) => small.getBoundingClientRect().height / 12);
    expect(lines, locale).toBeLessThan(2);
    expect(await page.getByTestId("pairing").evaluate(isCut), locale).toBe(false);
    await page.context().close();
  }
});

test("with people only, bots are ignored, and one is offered to a waiting player", async () => {
  const bots = (page: Page) => tile(page, "15+10").and(page.locator('[data-meets="bot"]'));
  const wait = async (name: string) => {
    const page = await world.player(name);
    await isTold(page);
    await stake(page, "none");
    await bots(page).waitFor();
    await page.getByLabel("People only").check();
    await bots(page).waitFor({ state: "detached" });
    return page;
  };
  const [alice, bob] = [await wait("alice"), await wait("bob")];
  await tile(alice, "15+10").click();
  await says(alice, "Waiting for an opponent: 15 min + 10 s a move, no stake. The game opens automatically.");
  await alice.getByText("Level 1 bot would play now.").waitFor();
  await look(alice);
  // the choice is stored; the next press accepts the waiting challenge
  await bob.reload();
  await isTold(bob);
  expect(await bob.getByLabel("People only").isChecked()).toBe(true);
  await tile(bob, "15+10").getByText("player waits").waitFor();
  await tile(bob, "15+10").click();
  for (const page of [alice, bob]) await isOn(page);
  expect(idOf(alice)).toBe(idOf(bob));

  const frank = await wait("frank");
  await tile(frank, "15+10").click();
  await frank.getByRole("button", { name: "Play the bot" }).click();
  await isOn(frank);
  await frank.getByText("Game 1 of 10").first().waitFor();
  // the player's own challenge is gone
  await frank.goto(`${world.url}#/`);
  await isTold(frank);
  await tile(frank, "15+10").and(frank.locator('[aria-pressed="false"]')).waitFor();
});

test("a purse pays no stake that only the relay claims", async () => {
  const { chain } = world;
  const [clock, key] = [{ base: 60, increment: 0 }, Buffer.alloc(32, 8)];
  await chain.call(chain.player("grace"), "challenge", [null, 2, clock, 1, false, key], 10n ** 16n);
  const { page } = await withPurse(world, "frank", "0.1");
  await page.addInitScript(() => {
    const { addEventListener } = EventSource.prototype;
    const stake = { token: "EGLD-000000", amount: "10000000000000000" };
    EventSource.prototype.addEventListener = function (this: EventSource, type: string, tell: EventListener) {
      const lie = ({ data }: MessageEvent) =>
        tell(new MessageEvent(type, { data: JSON.stringify({ ...JSON.parse(data), stake }) }));
      addEventListener.call(this, type, type === "game" ? (lie as EventListener) : tell);
    } as typeof addEventListener;
  });
  await page.goto(`${world.url}#/`);
  await page.reload();
  await isTold(page);
  await stake(page, "none");
  await tile(page, "1+0").click();
  await says(page, "Waiting for an opponent: 1 min, 0.01 EGLD");
  // the page has looked at the chain by then
  await page.waitForTimeout(3_000);
  await says(page, "Waiting for an opponent: 1 min, 0.01 EGLD");
  await page.context().close();
});
