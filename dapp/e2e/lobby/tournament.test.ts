// A tournament of four by the page alone: with purses nothing is signed by a wallet after entering.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { ENTERING_MS } from "../world/chain";
import { faults, look } from "../world/looks";
import { EGLD, withPurse } from "../world/purses";
import { sees, settle } from "../world/signedTable";
import { FOOLS_MATE, play, seats } from "../world/strangers";
import { confirmed, idOf, move, World } from "../world/world";

// on a chain whose time no other test moves
const world = World.ofTests({ ownChain: true, relay: [], tournaments: true });

const NAMES = ["alice", "bob", "carol", "frank"];
const FEE = EGLD / 100n;
/** Enough for four purses on a busy machine. */
const START_MS = 45_000;

const ONGOING = '[data-testid="game"][data-state="ongoing"]';

/** To the game that has begun: by itself from the tournament, else by what the page says. */
async function toBoard(page: Page): Promise<void> {
  const link = page.getByTestId("tournament-news").getByRole("link", { name: "To the game" });
  const board = page.locator(ONGOING);
  await board
    .or(link)
    .first()
    .waitFor({ timeout: 2 * START_MS });
  if ((await board.count()) === 0) await link.click();
  await board.waitFor();
}

/** Plays the fool's mate on each board of a round. */
async function playRound(pages: readonly Page[]): Promise<void> {
  await Promise.all(pages.map(toBoard));
  const games = new Set(pages.map(idOf));
  expect(games.size).toBe(pages.length / 2);
  for (const game of games) {
    const [white, black] = await seats(...(pages.filter((page) => idOf(page) === game) as [Page, Page]));
    await play(white, black, FOOLS_MATE);
    for (const page of [white, black]) await page.locator('[data-testid="game"][data-state="blackWon"]').waitFor();
  }
}

test("four purses play a round robin from entering to their prizes without a wallet's window", async () => {
  const players = await Promise.all(NAMES.map((name) => withPurse(world, name, "0.1")));
  const start = world.now() + START_MS;
  const id = await world.chain.openTournament({ players: 4, fee: FEE, start }, EGLD);
  const pages = players.map(({ page }) => page);
  const enter = async (page: Page) => {
    await page.goto(`${world.url}#/tournaments`);
    await page.getByRole("link", { name: `Tournament ${id}` }).click();
    await page.getByTestId("part").getByRole("button", { name: "Enter for 0.01 EGLD" }).click();
    await page.getByText("You have entered.").waitFor();
  };
  await Promise.all(pages.map(enter));
  // who has seen nothing else is told before it begins
  const [first = pages[0] as Page] = pages;
  await first.goto(`${world.url}#/how`);
  await first.getByTestId("tournament-news").getByText(`Tournament ${id} begins in`).waitFor({ timeout: START_MS });
  await first.getByTestId("tournament-news").getByRole("button", { name: "Dismiss" }).click();
  await first.getByTestId("tournament-news").waitFor({ state: "detached" });
  await first.goto(`${world.url}#/tournament/${id}`);
  await world.passUntil(start);

  for (let round = 1; round <= 3; round++) await playRound(pages);
  for (const page of pages) {
    await page.getByTestId("end").getByRole("link", { name: "To the tournament" }).click();
    await page.locator('[data-testid="tournament"][data-phase="Ended"]').waitFor();
  }
  // White lost each game
  await expect.poll(() => first.getByTestId("crosstable").locator("tbody tr").count()).toBe(4);
  // two have 2 points, and share the two prizes
  const prizes = await first.getByTestId("prizes").getByRole("listitem").allInnerTexts();
  expect(prizes.map((text) => text.replace(/@\w+/, "@"))).toEqual(["1. @ 0.52 EGLD", "1. @ 0.52 EGLD"]);
  await expect.poll(() => world.chain.balance(world.chain.tournaments), { timeout: 60_000 }).toBe(0n);
  const won = () => Promise.all(pages.map((page) => page.getByText("It is over: you won 0.52 EGLD.").count()));
  await expect.poll(async () => (await won()).toSorted()).toEqual([0, 0, 1, 1]);
  for (const { windows } of players) expect(windows).toEqual([]);
}, 600_000);

test("without a purse the page says what is due until when, and a press does it", async () => {
  const start = world.now() + ENTERING_MS;
  const id = await world.chain.openTournament({ start });
  const names = ["alice", "bob", "carol"];
  await world.chain.enter(id, names);
  await world.passUntil(start);
  const pages = await Promise.all(names.map((name) => world.player(name)));
  const part = (page: Page) => page.getByTestId("part");
  const press = (page: Page, name: string) => part(page).getByRole("button", { name, exact: true }).click();
  for (const page of pages) await page.goto(`${world.url}#/tournament/${id}`);
  const [first] = pages;
  if (!first) throw new Error("three players");
  await press(first, "Start the tournament");
  // by the Berger tables
  const [bye, white, black] = await inRoundOne(pages);
  await part(bye).getByText("You have a bye in this round.").waitFor();
  await part(black).getByText("Your opponent opens the game. If not within").waitFor();
  await sees(part(white), /Open the game: 11:\d\d left/);
  await look(black);
  await press(white, "Open the game");
  await part(white).getByText("Report your game").waitFor();
  await press(white, "Report");
  await part(white).getByText("You wait for your opponent.").waitFor();
  await part(black).getByText("Your opponent waits for you.").waitFor();
  await press(black, "Accept");
  // both come to the board by themselves, and leave it for the tournament at will
  for (const page of [white, black]) await page.locator(ONGOING).waitFor();
  await move(white, "e2e4");
  await move(black, "e7e5");
  await white.goto(`${world.url}#/tournament/${id}`);
  await part(white).getByText("Your game is being played.").waitFor();
  await look(white);
  await bye.getByTestId("boards").getByRole("link").waitFor();
  await confirmed(black, "Resign");
  await settle(black, "Settle on the chain");
  await bye.getByTestId("boards").getByText("1 : 0").waitFor();
  await part(bye).getByText("The round is over.").waitFor();
});

/** The pages of the player with the bye, White and Black in the first round of three. */
async function inRoundOne(pages: readonly Page[]): Promise<[Page, Page, Page]> {
  const places = await Promise.all(
    pages.map(async (page) => {
      const text = page.getByTestId("part").getByText(/You have a bye|You play (White|Black)/);
      return [/bye|White|Black/.exec(await text.innerText())?.[0], page] as const;
    }),
  );
  const at = (place: string) => places.find(([name]) => name === place)?.[1] as Page;
  return [at("bye"), at("White"), at("Black")];
}

test("the views have no fault, also on a phone, and say to a stranger what there is", async () => {
  const start = world.now() + 3_600_000;
  const id = await world.chain.openTournament({ format: "Swiss", rounds: 3, start }, EGLD);
  const { page } = await world.visitor();
  await page.getByRole("link", { name: "Tournaments" }).click();
  await page.getByTestId("tournaments").waitFor();
  await look(page, "tournaments");
  // cheap openings hide no older one
  for (let other = 0; other < 20; other++) await world.chain.openTournament({ start });
  const link = page.locator(`a[href="#/tournament/${id}"]`);
  await link.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Older" }).click();
  await link.click();
  await page.getByTestId("tournament").waitFor();
  await look(page, "tournament");
  await page.getByRole("button", { name: "Enter", exact: true }).click();
  await page.getByRole("dialog", { name: "Choose a wallet" }).waitFor();
  expect(await faults(page)).toEqual([]);
  await page.goto(`${world.url}#/tournament/99`);
  await page.getByRole("alert").getByText("tournament not found").waitFor();
});
