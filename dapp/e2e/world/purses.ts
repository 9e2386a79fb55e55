import type { Page } from "playwright-core";
import { choose, isTold, press } from "./signedTable";
import { seats } from "./strangers";
import type { World } from "./world";

export const EGLD = 10n ** 18n;
export const tile = (page: Page, name: string) => page.getByTestId("tile").filter({ hasText: name });
export const card = (page: Page) => page.getByTestId("purse");

/** A window of a ready player whose wallet asks before each signature, with the texts of its questions. */
export async function askedPlayer(world: World, name: string): Promise<{ page: Page; windows: string[] }> {
  const windows: string[] = [];
  const page = await world.player(name);
  await page.evaluate(() => sessionStorage.setItem("chess.developer.ask", "1"));
  page.on("dialog", (dialog) => {
    windows.push(dialog.message());
    dialog.accept().catch(() => {});
  });
  await page.goto(`${world.url}#/wallet`);
  return { page, windows };
}

/** Opens the purse; its address. */
export async function open(page: Page): Promise<string> {
  await card(page).getByRole("button", { name: "Open the purse" }).click();
  const text = card(page).getByText(/^erd1/);
  await text.waitFor();
  return text.innerText();
}

/** Fills the purse with this much EGLD. */
export async function fill(page: Page, size: string): Promise<void> {
  await card(page).getByText(size, { exact: true }).click();
  await press(card(page), `Fill: ${size} EGLD`);
  await card(page).getByTestId("purse-balance").getByText(`${size} EGLD`).waitFor();
}

/** The same with an open purse of this much EGLD; `purse` is its address. */
export async function withPurse(world: World, name: string, size: string) {
  const player = await askedPlayer(world, name);
  const purse = await open(player.page);
  await fill(player.page, size);
  player.windows.length = 0;
  return { ...player, purse };
}

/** Takes everything home. */
export async function takeAllHome(world: World, page: Page): Promise<void> {
  await page.goto(`${world.url}#/wallet`);
  await card(page).getByRole("button", { name: "Take home" }).click();
  await card(page).getByTestId("purse-balance").getByText("0 EGLD", { exact: true }).waitFor();
}

/** Chooses the stake and presses the tile. */
export async function pressTile(world: World, page: Page, stake: string, time: string): Promise<void> {
  await page.goto(`${world.url}#/`);
  await isTold(page);
  await choose(page, "Stake", stake);
  await tile(page, time).click();
}

/** Two windows with purses pair for a stake and a time; White first. */
export async function pairUp(world: World, one: Page, other: Page, stake: string, time: string) {
  await pressTile(world, one, stake, time);
  await one.getByTestId("pairing").getByText("Waiting for an opponent").waitFor();
  await pressTile(world, other, stake, time);
  return seats(one, other);
}

/** From now on each page's next transaction goes out only once all of them have one. */
export async function sendTogether(pages: readonly Page[]): Promise<void> {
  const waiting: (() => void)[] = [];
  for (const page of pages) {
    await page.route(
      "**/transaction/send",
      async (route) => {
        await new Promise<void>((release) => {
          if (waiting.push(release) === pages.length) for (const release of waiting) release();
        });
        await route.continue();
      },
      { times: 1 },
    );
  }
}
