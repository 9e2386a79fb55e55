// Two players at a game by signature, in two windows of one browser.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { idOf, type World } from "./world";

/** Presses a button of a page, or of a part of it. */
export const press = (part: Page | Locator, name: string | RegExp) => part.getByRole("button", { name }).click();
export const sees = (part: Page | Locator, text: string | RegExp) => part.getByText(text).first().waitFor();
/** A game has begun. */
export const isOn = (page: Page) => page.locator('[data-testid="game"][data-state="ongoing"]').waitFor();
/** A player's line beside the board. */
export const bar = (page: Page, color: string) => page.locator(`[data-testid="player"][data-color="${color}"]`);
export const clock = (page: Page, color: string) => bar(page, color).getByTestId("clock");
/** The time on a player's clock in a page, in seconds: "4:58" is 298. */
export const secondsOf = async (page: Page, color: string): Promise<number> =>
  (await clock(page, color).innerText()).split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
/** The points that stand beside both players, White's first. */
export const scores = (page: Page) =>
  Promise.all(["white", "black"].map((color) => bar(page, color).getByTestId("score").innerText()));
/** Waits until the details behind the page's mark say that the chain has this number of plies. */
export const chainKnows = (page: Page, plies: number) =>
  page
    .getByTestId("signed")
    .getByText(`The chain knows ${plies} of ${plies} half-moves`)
    .first()
    .waitFor({ state: "attached" });
/** Presses the result's button that submits a signed end to the chain. */
export const settle = (page: Page, name: string) => page.getByTestId("end").getByRole("button", { name }).click();

/** The transcript that a part of the page offers as a file. */
export async function transcriptOf(part: Locator): Promise<string> {
  const href = (await part.locator('a[download$=".json"]').getAttribute("href")) ?? "";
  return decodeURIComponent(href.slice(href.indexOf(",") + 1));
}

/**
 * Stops a page's time until the returned function is called, so that it doesn't lose patience with an opponent or a relay
 * on a busy machine. Its timers continue.
 */
export async function stopTime(page: { evaluate(act: () => void): Promise<unknown> }): Promise<() => Promise<unknown>> {
  await page.evaluate(() => {
    const now = Date.now();
    Object.assign(Date, { goesOn: Date.now, now: () => now });
  });
  return () => page.evaluate(() => Object.assign(Date, { now: (Date as unknown as { goesOn: () => number }).goesOn }));
}

/** Lets a page wait for answers without limit from now on: otherwise it would give up on one that a test holds back. */
export const waitsForAnswers = (page: Page): Promise<void> =>
  page.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });

/** Waits until the lobby shows the relay's data, because a link back to the player's game moves the parts below it. */
export const isTold = (page: Page) => page.locator('[data-testid="lobby"][data-told="true"]').waitFor();

export const dialog = (page: Page) => page.getByRole("dialog", { name: "New challenge" });

export interface Table {
  white: Page;
  black: Page;
  id: number;
}

/** Opens the dialog for a challenge from the lobby, with all of its fields. */
export async function newChallenge(page: Page): Promise<Locator> {
  await press(page, "Challenge a friend");
  await dialog(page).getByText("More", { exact: true }).click();
  return dialog(page);
}

/** Chooses one of a group of choices. */
export const choose = (part: Page | Locator, group: string | RegExp, choice: string) =>
  part.getByRole("group", { name: group }).getByText(choice, { exact: true }).click();

/** The terms of a challenge by signature; with `isUsual` the dialog proposes signing. */
interface Wanted {
  stake: string;
  side?: "White" | "Black";
  time?: string;
  games?: string;
  isUsual?: boolean;
}

/** Opens a challenge by signature from the lobby; its number. */
export async function openChallenge(page: Page, { stake, side = "White", time, games, isUsual }: Wanted) {
  const terms = await newChallenge(page);
  await choose(terms, "You play", side);
  if (time) await choose(terms, /^Time$|^Other times$/, time);
  if (games) await terms.getByRole("combobox", { name: "Games" }).selectOption(games);
  await terms.getByRole("textbox", { name: "Stake" }).fill(stake);
  const isSigned = terms.getByLabel(/Play by signature/);
  if (isUsual) expect(await isSigned.isChecked()).toBe(true);
  else await isSigned.check();
  await terms.getByRole("button", { name: "Challenge" }).click();
  await page.getByTestId("challenge").waitFor();
  return idOf(page);
}

/** Alice challenges, as White, for play by signature; Bob accepts in another window, or in another browser. */
export async function table(world: World, time = "5+3", isApart = false): Promise<Table> {
  const white = await world.tab("alice");
  const id = await openChallenge(white, { time, stake: "0.02" });
  const black = isApart ? await world.player("bob") : await world.tab("bob");
  await black.goto(white.url());
  await sees(black, "by signature, free of charge");
  await press(black, "Accept for 0.02 EGLD");
  await Promise.all([white, black].map((page) => page.getByTestId("signed").waitFor()));
  return { white, black, id };
}
