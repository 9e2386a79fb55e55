// Games by signature between two tabs of one browser: moves without a transaction, one call at the end.
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmed, connect, lookAgain, MOVABLE, move, seesPlies, World } from "./world";

let world: World;
beforeAll(async () => {
  world = await World.start();
}, 60_000);
afterAll(() => world?.stop());

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
const sees = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const dialog = (page: Page) => page.getByRole("dialog", { name: "New challenge" });

interface Table {
  white: Page;
  black: Page;
  id: number;
}

let context: BrowserContext | undefined;
const seats = new Map<string, Page>();

/** A player's tab in one browser, in the lobby: the same one in all tests, as long as it is open. */
async function seat(name: string): Promise<Page> {
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
async function table(time = "5+3", isApart = false): Promise<Table> {
  const white = await seat("alice");
  await press(white, "Challenge a friend");
  await dialog(white).getByRole("group", { name: "You play" }).getByText("White", { exact: true }).click();
  await dialog(white).getByRole("group", { name: "Time" }).getByText(time, { exact: true }).click();
  await dialog(white).getByRole("textbox", { name: "Stake" }).fill("0.02");
  await dialog(white)
    .getByLabel(/Play by signature/)
    .check();
  await dialog(white).getByRole("button", { name: "Challenge" }).click();
  await white.getByTestId("challenge").waitFor();
  const black = isApart ? await world.player("bob") : await seat("bob");
  await black.goto(white.url());
  await sees(black, "by signature, free of charge");
  await press(black, "Accept for 0.02 EGLD");
  await Promise.all([white, black].map((page) => page.getByTestId("signed").waitFor()));
  return { white, black, id: Number(new URL(white.url()).hash.split("/")[2]) };
}

/** Counts what a page sends to the chain. */
function transactionsOf(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/transaction/send")) count++;
  });
  return () => count;
}

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("a whole game without a transaction, through a reload, is paid by one call", async () => {
  const { white, black, id } = await table();
  const counts = [white, black].map(transactionsOf);
  for (const [ply, squares] of ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4"].entries()) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
    await move(mover, squares);
    await seesPlies(other, ply + 1);
  }
  // both clocks have begun: White has moved in a moment and got three seconds for each move
  const clock = white.locator('[data-testid="player"][data-color="black"]').getByTestId("clock");
  expect(await clock.getAttribute("data-running")).toBe("true");

  // nothing is lost by a reload, and what came meanwhile is asked for
  await black.reload();
  await seesPlies(black, 5);
  await move(black, "g8f6");
  await white.reload();
  await seesPlies(white, 6);
  expect(await world.chain.fen(id)).toBe(START);
  await move(white, "h5f7");
  await sees(black, "You lost by checkmate");
  await sees(white, "You won by checkmate");
  // the mated page has acknowledged it unasked
  await sees(white, "Signed by both. The chain pays as soon as one of you brings it.");
  expect(counts.map((count) => count())).toEqual([0, 0]);
  await press(white, "Settle on the chain: 0.04 EGLD");
  await white.getByTestId("end").getByText("+0.02 EGLD").waitFor();
  await black.getByTestId("end").getByText("−0.02 EGLD").waitFor();
  expect(counts.map((count) => count())).toEqual([1, 0]);
  expect(await world.chain.fen(id)).toContain("Q");
}, 180_000);

test("a draw by agreement stays open for a while, a resignation doesn't", async () => {
  const { white, black } = await table("No clock");
  await move(white, "e2e4");
  await seesPlies(black, 1);
  await confirmed(black, "Offer a draw");
  await sees(white, "Your opponent offers a draw.");
  await press(white, "Accept the draw");
  await sees(black, "Drawn by agreement");
  await press(black, "Settle on the chain");
  await black.locator('[data-awaits="longerGame"]').waitFor();
  await sees(white, "A draw is agreed");
  await sees(white, /Final in|Not final yet/);
  await world.chain.skipEpochs(2);
  for (const page of [white, black]) await lookAgain(page);
  await press(white, "Settle the game");
  await sees(white, "You were paid 0.02 EGLD.");

  const second = await table();
  await move(second.white, "e2e4");
  await seesPlies(second.black, 1);
  await confirmed(second.white, "Resign");
  await press(second.black, "Settle on the chain: 0.04 EGLD");
  await second.black.getByTestId("end").getByText("+0.02 EGLD").waitFor();
}, 180_000);

test("a draw by repetition is claimed by signature", async () => {
  const { white, black } = await table("No clock");
  const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
  for (const [ply, squares] of [...shuffle, ...shuffle].entries()) {
    const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
    await move(mover, squares);
    await seesPlies(other, ply + 1);
    if (ply === 3) expect(await white.getByRole("button", { name: "Claim a draw" }).count()).toBe(0);
  }
  await sees(white, "A draw can be claimed: the position came up three times.");
  await press(white, "Claim a draw");
  // Black may have played on: the end stays open for a while
  await white.locator('[data-awaits="longerGame"]').waitFor();
  await world.chain.skipEpochs(2);
  await lookAgain(white);
  await press(white, "Settle the game");
  await sees(white, "Drawn by threefold repetition");
  await sees(white, "You were paid 0.02 EGLD.");
}, 120_000);

test("who is silent is asked on the chain, and answers there; or loses", async () => {
  const { white, black, id } = await table("No clock");
  await move(white, "e2e4");
  await seesPlies(black, 1);
  await move(black, "e7e5");
  await seesPlies(white, 2);
  await move(white, "g1f3");
  await seesPlies(black, 3);
  await press(white, "Ask on the chain");
  await white.locator('[data-awaits="answer"]').waitFor();
  await sees(black, "Your opponent asks for your move on the chain");
  // the answer goes to the opponent's page and to the chain
  await move(black, "b8c6");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("r1bqkbnr");
  await seesPlies(white, 4);
  await move(white, "f1c4");
  await seesPlies(black, 5);
  await black.close();
  await press(white, "Ask on the chain");
  await white.locator('[data-awaits="answer"]').waitFor();
  await world.chain.skipEpochs(2);
  await lookAgain(white);
  await press(white, "Claim the win: 0.04 EGLD");
  await sees(white, "You won by inactivity");
}, 180_000);

test("an ask over what is long answered is met on the chain", async () => {
  const { white, black, id } = await table();
  await move(white, "e2e4");
  await seesPlies(black, 1);
  let release: (() => void) | undefined;
  await white.route("**/transaction/send", (route) => {
    release = () => void route.continue();
  });
  await press(white, "Ask on the chain");
  await expect.poll(() => release, { timeout: 20_000 }).toBeDefined();
  await move(black, "e7e5");
  await seesPlies(white, 2);
  release?.();
  await white.unroute("**/transaction/send");
  await black.locator('[data-awaits="answer"]').waitFor();
  await press(black, "Answer on the chain");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("4p3");
}, 180_000);

test("an old state is met with the longer game; a transcript goes by hand", async () => {
  const { white, black, id } = await table();
  await move(white, "f2f3");
  await seesPlies(black, 1);
  const old = JSON.parse(await transcript(black));
  await move(black, "e7e5");
  await seesPlies(white, 2);
  // the chain is told of an old state, and of a mate that was never played after it
  await world.chain.call(world.chain.player("bob"), "play", [
    id,
    Buffer.from(old.moves, "hex"),
    Buffer.from(old.messages[0].argument, "hex"),
    Buffer.alloc(0),
  ]);
  await world.chain.play(id, ["alice", "bob"], ["d5"], await world.chain.fen(id));
  await lookAgain(white);
  await sees(white, "The chain has another game than the one signed");
  // with one's own next move the signed game is the longer one
  await move(white, "a2a3");
  await press(white, "Show the signed game");
  await sees(white, "The chain knows 3 of 3 half-moves");
  expect(await world.chain.fen(id)).toContain("4p3");

  // Black's page has lost its line: the transcript is pasted
  const text = await transcript(white);
  await black.close();
  const again = await seat("bob");
  await white.goto(`${world.url}#/`);
  await again.goto(`${world.url}#/game/${id}`);
  await again.getByText("Transcript", { exact: true }).click();
  await again.getByLabel("Your opponent's transcript").fill(text);
  await press(again, "Take it");
  await seesPlies(again, 3);
  await again.locator(MOVABLE).waitFor();
  await again.getByLabel("Your opponent's transcript").fill('{"moves":""}');
  await press(again, "Take it");
  await sees(again, "this is not a transcript");
}, 180_000);

/** What a page would hand on. */
async function transcript(page: Page): Promise<string> {
  const href = (await page.getByTestId("signed").locator('a[download$=".json"]').getAttribute("href")) ?? "";
  return decodeURIComponent(href.slice(href.indexOf(",") + 1));
}

/** Hands one page's transcript to another by hand. */
async function handOn(from: Page, to: Page) {
  const text = await transcript(from);
  const field = to.getByLabel("Your opponent's transcript");
  if (!(await field.isVisible())) await to.getByText("Transcript", { exact: true }).click();
  await field.fill(text);
  await press(to, "Take it");
}

test("two browsers hand transcripts on, and a key goes to a third one", async () => {
  const { white, black, id } = await table("10+5", true);
  await move(white, "e2e4");
  expect(await black.getByTestId("game").getAttribute("data-plies")).toBe("0");
  await handOn(white, black);
  await seesPlies(black, 1);
  await move(black, "e7e5");
  await handOn(black, white);
  await seesPlies(white, 2);

  const link = black.getByRole("link", { name: "Download the key of this game" });
  const key = decodeURIComponent(((await link.getAttribute("href")) ?? "").replace(/^[^,]*,/, ""));
  const third = await world.player("bob");
  await third.goto(`${world.url}#/game/${id}`);
  await third.getByLabel("The key's file").fill(key.replace(/secret = "../, 'secret = "00'));
  await press(third, "Take the key");
  await sees(third, "This is not the key of this game.");
  await third.getByLabel("The key's file").fill(key);
  await press(third, "Take the key");
  await third.getByTestId("signed").waitFor();
  await move(white, "g1f3");
  await handOn(white, third);
  await seesPlies(third, 3);
  await move(third, "b8c6");
  await press(third, "Bring it to the chain");
  await seesPlies(white, 4);
  expect(await world.chain.fen(id)).toContain("r1bqkbnr/pppp1ppp/2n5/4p3");
  for (const page of [black, third]) await page.context().close();
}, 180_000);
