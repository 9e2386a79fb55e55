// Two tabs of one browser at a game by signature.
import type { BrowserContext, Page } from "playwright-core";
import { connect, type World } from "./world";

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
export const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole("dialog", { name: "New challenge" });

export interface Table {
  white: Page;
  black: Page;
  id: number;
}

let context: BrowserContext | undefined;
const seats = new Map<string, Page>();

/** A player's tab in one browser, in the lobby: the same one in all tests, as long as it is open. */
export async function seat(world: World, name: string): Promise<Page> {
  const seated = seats.get(name);
  if (seated && !seated.isClosed()) {
    await seated.goto(`${world.url}#/`);
    return seated;
  }
  context ??= (await world.visitor()).context;
  const page = context.pages().find((tab) => ![...seats.values()].includes(tab)) ?? (await context.newPage());
  await page.goto(world.url);
  await connect(page, name);
  seats.set(name, page);
  return page;
}

/** Alice challenges, as White, for play by signature; Bob accepts in another tab, or in another browser. */
export async function table(world: World, time = "5+3", isApart = false): Promise<Table> {
  const white = await seat(world, "alice");
  await press(white, "Challenge a friend");
  await dialog(white).getByRole("group", { name: "You play" }).getByText("White", { exact: true }).click();
  await dialog(white).getByRole("group", { name: "Time" }).getByText(time, { exact: true }).click();
  await dialog(white).getByRole("textbox", { name: "Stake" }).fill("0.02");
  await dialog(white)
    .getByLabel(/Play by signature/)
    .check();
  await dialog(white).getByRole("button", { name: "Challenge" }).click();
  await white.getByTestId("challenge").waitFor();
  const black = isApart ? await world.player("bob") : await seat(world, "bob");
  await black.goto(white.url());
  await sees(black, "by signature, free of charge");
  await press(black, "Accept for 0.02 EGLD");
  await Promise.all([white, black].map((page) => page.getByTestId("signed").waitFor()));
  return { white, black, id: Number(new URL(white.url()).hash.split("/")[2]) };
}
