import type { Page, Request } from "playwright-core";
import { expect, test } from "vitest";
import { press, sees } from "../world/signedTable";
import { play } from "../world/strangers";
import { clickMove, confirmed, connect, lookAgain, MOVABLE, move, seesPlies, WAGER, World } from "../world/world";

const world = World.ofTests();

/** The moves are made beside the page: this is about what it then offers. */
const playMoves = (game: number, moves: string[]) => world.chain.play(game, ["alice", "bob"], moves);

test("a draw by agreement; an offer falls when the opponent moves", async () => {
  const { white, black } = await world.game("alice", "bob");
  await confirmed(white, "Offer a draw");
  await sees(white, "You offer a draw.");
  await sees(black, "Your opponent offers a draw.");
  await move(white, "e2e4");
  await sees(black, "Your opponent offers a draw.");
  await move(black, "e7e5");
  await confirmed(black, "Offer a draw");
  // a declined offer is no longer shown, even after a look at another position; the next offer is
  await press(white, "Decline");
  const offer = () => white.getByTestId("standing").getByText(/draw/i).count();
  await expect.poll(offer).toBe(0);
  await white.keyboard.press("ArrowLeft");
  await press(white, "Back to the game");
  expect(await offer()).toBe(0);
  await play(white, black, ["g1f3", "g8f6"], 2);
  await confirmed(black, "Offer a draw");
  await sees(white, "Your opponent offers a draw.");
  await confirmed(white, "Accept the draw");
  for (const page of [white, black]) {
    await sees(page, "Drawn by agreement");
    await sees(page, "You were paid 0.05 EGLD.");
  }
});

test("a resignation, asked for twice", async () => {
  const { white, black } = await world.game("alice", "bob");
  // once is a question, and a double click is once
  await black.getByRole("button", { name: "Resign", exact: true }).dblclick();
  await black.getByRole("button", { name: "Resign: press again to confirm" }).getByText("Resign?").waitFor();
  await black.keyboard.press("Escape");
  await black.getByRole("button", { name: "Resign", exact: true }).waitFor();
  await confirmed(black, "Resign");
  await sees(white, "You won by resignation");
  await sees(white, "You were paid 0.1 EGLD.");
  await sees(black, "Your opponent was paid both stakes.");
  // a player by keys continues at the result: the pressed button is gone
  await black.getByTestId("end").locator("button:enabled", { hasText: "Rematch" }).waitFor();
  for (let step = 0; step < 2; step++) await black.keyboard.press("Tab");
  const focused = () => black.evaluate(() => document.activeElement?.textContent);
  expect(await focused()).toBe("Rematch");
});

test("inactivity is claimed when it can be, and not before", async () => {
  const { white, black } = await world.game("alice", "bob");
  await black.getByTestId("standing").waitFor();
  expect(await black.getByRole("button", { name: /^Claim/ }).count()).toBe(0);
  await world.chain.skipEpochs(2);
  for (const page of [white, black]) await lookAgain(page);
  await sees(white, "Your time is over.");
  expect(await white.locator(MOVABLE).count()).toBe(0);
  await press(black, "Claim the win: 0.1 EGLD");
  await sees(black, "You won by inactivity");
  await sees(black, "You were paid 0.1 EGLD.");
});

test("a king left attacked is called, and the page offers no such move itself", async () => {
  const { white, black, id: game } = await world.game("alice", "bob");
  // 1.e4 f5 2.Qh5+ a6: Black leaves the king attacked
  await playMoves(game, ["e4", "f5", "Qh5+"]);
  await seesPlies(black, 3);
  await expect.poll(() => black.getByTestId("announcer").textContent()).toContain("queen h5, check");
  // g7g6 is Black's only legal move
  await black.locator(MOVABLE).waitFor();
  await black.locator('[data-square="a7"]').focus();
  await black.keyboard.press("Enter");
  expect(await black.getByRole("button", { name: /can go here/ }).count()).toBe(0);
  await black.locator('[data-square="g7"]').focus();
  await black.keyboard.press("Enter");
  await expect.poll(() => black.getByRole("button", { name: /can go here/ }).count()).toBe(1);

  await world.chain.call(world.chain.player("bob"), "makeMove", [game, 8, 16]);
  await sees(white, "Your opponent left their king attacked");
  await sees(black, "Your king is attacked: your opponent may call it.");
  // moving would give the win up: the page asks, and shows the king that is attacked
  await white.locator("cg-board square.check").waitFor({ state: "attached" });
  await white.locator(MOVABLE).waitFor();
  await clickMove(white, "h5g5");
  await sees(white, "Moving gives up the win");
  await press(white, "Take back");
  await press(white, "Claim the win: 0.1 EGLD");
  await sees(white, "You won by an illegal move that was called");
  await sees(white, "You were paid 0.1 EGLD.");
});

test("a draw by repetition is claimed when it can be", async () => {
  const { white, id: game } = await world.game("alice", "bob");
  const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
  await playMoves(game, shuffle);
  await seesPlies(white, 4);
  expect(await white.getByRole("button", { name: "Claim a draw" }).count()).toBe(0);
  await playMoves(game, shuffle);
  await sees(white, "A draw can be claimed: the position came up three times.");
  await press(white, "Claim a draw");
  await sees(white, "Drawn by threefold repetition");
});

test("a draw is claimed with the move that repeats the position for the third time", async () => {
  const { white, black, id: game } = await world.game("alice", "bob");
  await playMoves(game, ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"]);
  await seesPlies(white, 6);
  expect(await white.getByRole("button", { name: /^Claim/ }).count()).toBe(0);
  await move(white, "f3g1");
  await press(black, "Claim a draw with the next move");
  await press(black, "Your next move claims a draw");
  await press(black, "Claim a draw with the next move");
  // no other move claims it
  await black.locator('[data-square="f6"]').focus();
  await black.keyboard.press("Enter");
  await expect.poll(() => black.getByRole("button", { name: /can go here/ }).count()).toBe(1);
  await black.keyboard.press("Escape");
  await move(black, "f6g8");
  for (const page of [white, black]) await sees(page, "Drawn by threefold repetition");
});

test("a pause of more than 30 epochs gives the wagers back", async () => {
  const { white, black } = await world.game("alice", "bob");
  await world.chain.call(world.chain.owner, "pause");
  await lookAgain(white);
  await sees(white, "The contract is paused. The clock stands still.");
  expect(await white.getByRole("button", { name: "Take the stake back" }).count()).toBe(0);
  await world.chain.skipEpochs(31);
  await lookAgain(white);
  await press(white, "Take the stake back");
  await sees(white, "Drawn by a long pause of the contract");
  await sees(black, "You were paid 0.05 EGLD.");
  await world.chain.call(world.chain.owner, "unpause");
});

test("leaving the queue gives the wager back; a pause stops everything but looking", async () => {
  const page = await world.player("alice");
  const alice = world.chain.player("alice").address;
  const before = await world.chain.balance(alice);
  await page.getByTestId("join").click();
  await sees(page, "You are waiting for an opponent.");
  await press(page, "Leave the queue");
  await sees(page, "Nobody is waiting");
  // the payment comes from another shard
  const gone = async () => before - (await world.chain.balance(alice));
  await expect.poll(gone).toBeLessThan(1_000_000_000_000_000n);

  // four full epochs lie between two pauses
  await world.chain.skipEpochs(6);
  await world.chain.call(world.chain.owner, "pause");
  await sees(page, "The contract is paused: no moves, no new games.");
  await page.locator('[data-testid="join"]:disabled').waitFor();
  await page.getByRole("region", { name: "All games" }).getByRole("link").first().click();
  await page.getByTestId("replay").waitFor();

  await world.chain.call(world.chain.owner, "unpause");
  await page.getByRole("link", { name: "Onchain Chess" }).click();
  await page.locator('[data-testid="join"]:enabled').waitFor();

  // another wallet in the same window finds its own games, and none of them opens by itself
  await page.getByTestId("account").click();
  await press(page, "Disconnect");
  await connect(page, "bob");
  await page.getByRole("region", { name: "My games" }).getByRole("link").first().waitFor();
  expect(new URL(page.url()).hash).toBe("#/");
});

/** A page's pending requests. */
function underWay(page: Page): Set<Request> {
  const requests = new Set<Request>();
  page.on("request", (request) => requests.add(request));
  page.on("requestfinished", (request) => requests.delete(request));
  page.on("requestfailed", (request) => requests.delete(request));
  return requests;
}

/** The views that a page queries from now on. A query that fails for lack of an answer, and is sent again, counts once. */
function viewsAsked(page: Page): () => string[] {
  const asked = new Set<Request>();
  page.on("request", (request) => request.url().endsWith("/vm-values/query") && asked.add(request));
  page.on("requestfailed", (request) => asked.delete(request));
  return () => [...asked].map((request) => request.postDataJSON().funcName);
}

test("all games, a page at a time", async () => {
  for (let game = 0; game < 4; game++) {
    for (const name of ["carol", "frank"]) {
      await world.chain.call(world.chain.player(name), "joinGame", [], WAGER);
    }
  }
  let questions = new Set<Request>();
  const { page } = await world.visitor({}, async (page) => {
    questions = underWay(page);
  });
  const list = page.getByRole("region", { name: "All games" });
  await list.getByRole("link", { name: /#10\b/ }).waitFor();
  await expect.poll(() => list.getByRole("link").count()).toBe(8);
  await list.getByRole("button", { name: "Older" }).click();
  await list.getByRole("link", { name: /#1\b/ }).waitFor();
  await expect.poll(() => list.getByRole("link").count()).toBe(3);
  await expect.poll(() => list.getByRole("button", { name: "Older" }).isDisabled()).toBe(true);
  await list.getByRole("button", { name: "Newer" }).click();
  await list.getByRole("link", { name: /#10\b/ }).waitFor();

  // a player's page: one query for each board, after the lobby's are answered
  await page.goto(`${world.url}#/how`);
  await page.getByRole("heading", { name: "What you should know" }).waitFor();
  await expect.poll(() => questions.size).toBe(0);
  const views = viewsAsked(page);
  await page.goto(`${world.url}#/player/${world.chain.player("alice").address}`);
  const cards = page.getByRole("region", { name: "Games" }).getByRole("link");
  // the stake is there when the board's answer is
  const staked = cards.filter({ hasText: "0.1 EGLD" });
  await expect
    .poll(async () => (await cards.count()) > 3 && (await staked.count()) === (await cards.count()))
    .toBe(true);
  const count = await cards.count();
  expect(views().filter((view) => view === "getSnapshot")).toHaveLength(count);
  // others may be repeated on a slow machine
  expect(new Set(views())).toEqual(new Set(["getPlayerGames", "getScore", "getSnapshot"]));

  // the header counts the games that wait for a move, except the shown one
  await page.goto(world.url);
  await connect(page, "carol");
  const carol = world.chain.player("carol");
  const waiting = page.getByTestId("waiting");
  await waiting.getByText("4", { exact: true }).waitFor();
  const newest = Number(/#(\d+)/.exec(await list.getByRole("link").first().innerText())?.[1]);
  await page.goto(`${world.url}#/game/${newest}`);
  await waiting.getByText("3", { exact: true }).waitFor();
  for (const game of [newest, newest - 1]) await world.chain.play(game, ["carol", "frank"], ["e4"]);
  await page.goto(`${world.url}#/wallet`);
  await waiting.getByText("2", { exact: true }).waitFor();
  // and the challenges that name the player
  await world.chain.call(world.chain.player("frank"), "challenge", [carol.address, 0, null, 1, false]);
  await page.goto(`${world.url}#/players`);
  await waiting.getByText("3", { exact: true }).waitFor();
  await waiting.click();
  await page.getByTestId("lobby").waitFor();
});
