// Games by signature between two windows of one browser: moves without a transaction, one call at the end.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clock, press, sees, settle, stopTime, table, transcriptOf } from "../world/signedTable";
import { play } from "../world/strangers";
import { clickMove, confirmed, lookAgain, lookAway, move, playMove, seesPlies, World } from "../world/world";

const world = World.ofTests();

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
  const { white, black, id } = await table(world);
  const counts = [white, black].map(transactionsOf);
  await play(white, black, ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4"]);
  // both clocks have begun: White has moved in a moment and got three seconds for each move
  await expect.poll(() => clock(white, "black").getAttribute("data-running")).toBe("true");

  // nothing is lost by a reload, and what came in the meantime is asked for
  await black.reload();
  await seesPlies(black, 5);
  // the analysis has the moves that the chain doesn't know; who plays asks no engine
  await black.getByRole("link", { name: "Analysis" }).click();
  await black.getByTestId("moves").getByText("Bc4").waitFor();
  await sees(black, "You play this game: Stockfish can be asked when it is over.");
  expect(await black.getByRole("button", { name: "Ask Stockfish" }).count()).toBe(0);
  await black.getByRole("link", { name: "To the game" }).click();
  await seesPlies(black, 5);
  await move(black, "g8f6");
  await white.reload();
  await seesPlies(white, 6);
  expect(await world.chain.fen(id)).toBe(START);
  const comeBack = await lookAway(black);
  // after two seconds without an acknowledgement White's page would bring the mate
  const goOn = await stopTime(white);
  await move(white, "h5f7");
  await sees(black, "You lost by checkmate");
  await sees(white, "You won by checkmate");
  // the signed end is an end: no turn, and its own sound
  expect(await comeBack()).toEqual({ told: [`Game ${id} is over: You lost by checkmate`], heard: [523, 659, 784] });
  // the mated page has acknowledged it unasked
  await sees(white, "Signed by both: the chain pays as soon as it is told.");
  await goOn();
  expect(counts.map((count) => count())).toEqual([0, 0]);
  // the result is there before it is paid, and a rematch also once it is closed
  await black.getByTestId("end").getByText("You lost").waitFor();
  await black.getByTestId("end").getByText("Not paid yet.").waitFor();
  await press(black, "Close the result");
  await black.getByTestId("end").waitFor({ state: "detached" });
  await black.getByRole("region", { name: "Actions" }).getByRole("button", { name: "Rematch" }).waitFor();
  await white.getByTestId("end").getByRole("button", { name: "Settle" }).click();
  await white.getByTestId("end").getByText("+0.02 EGLD").waitFor();
  await black.getByTestId("end").getByText("−0.02 EGLD").waitFor();
  expect(counts.map((count) => count())).toEqual([1, 0]);
  expect(await world.chain.fen(id)).toContain("Q");
  // what was signed can still be taken along, and the call that settled it be looked up
  for (const [page, resigned] of [
    [white, "black"],
    [black, "black"],
  ] as const) {
    const record = page.getByTestId("record");
    const hash = /[0-9a-f]{64}/.exec(await record.getByText("Settled by the transaction").innerText())?.[0] ?? "";
    expect(await world.chain.functionOf(hash)).toBe("play");
    const { moves, messages } = JSON.parse(await transcriptOf(record));
    expect(moves).toHaveLength(4 * 7);
    expect(messages.map(({ signer, plies }: { signer: string; plies: number }) => [signer, plies])).toEqual([
      ["white", 7],
      ["black", 6],
      [resigned, 7],
    ]);
  }
});

test("a draw by agreement stays open for a while, a resignation doesn't", async () => {
  const { white, black } = await table(world, "No clock");
  await play(white, black, ["e2e4"]);
  // who is on move offers it with the move: a draw over these plies would undo the move that follows
  await black.locator('button[title="Offer a draw with your next move"]:enabled').waitFor();
  await confirmed(black, "Offer a draw");
  await sees(black, "You offer a draw with your next move.");
  await move(black, "e7e5");
  await sees(white, "Your opponent offers a draw.");
  // who moves on declines it
  await play(white, black, ["g1f3"], 2);
  await confirmed(white, "Offer a draw");
  await sees(black, "Your opponent offers a draw.");
  await confirmed(black, "Accept the draw");
  await sees(white, "Drawn by agreement");
  await settle(black, "Settle on the chain");
  await black.locator('[data-awaits="longerGame"]').waitFor();
  await sees(white, "A draw is agreed");
  await sees(white, /Final in|Not final yet/);
  await world.chain.skipEpochs(2);
  for (const page of [white, black]) await lookAgain(page);
  await press(white, "Settle the game");
  await sees(white, "You were paid 0.02 EGLD.");

  const second = await table(world);
  await play(second.white, second.black, ["e2e4"]);
  await confirmed(second.white, "Resign");
  await settle(second.black, "Settle on the chain: 0.04 EGLD");
  await second.black.getByTestId("end").getByText("+0.02 EGLD").waitFor();
});

test("several moves in advance are signed one by one", async () => {
  const { white, black } = await table(world, "No clock");
  await move(white, "e2e4");
  for (const squares of ["a2a3", "b2b3"]) await clickMove(white, squares);
  await sees(white, "Their turn · 2 moves set");
  await seesPlies(black, 1);
  await playMove(black, "e7e5");
  await seesPlies(white, 3);
  await sees(white, "Their turn · next move set");
  await seesPlies(black, 3);
  await playMove(black, "d7d5");
  await seesPlies(white, 5);
  await white.getByText("Their turn", { exact: true }).waitFor();
  expect(await white.getByText("another game than the one that is signed").count()).toBe(0);
});

test("a draw by repetition is claimed by signature", async () => {
  const { white, black } = await table(world, "No clock");
  const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
  await play(white, black, shuffle);
  expect(await white.getByRole("button", { name: "Claim a draw" }).count()).toBe(0);
  await play(white, black, shuffle, 4);
  await sees(white, "A draw can be claimed: the position came up three times.");
  await confirmed(white, "Claim a draw");
  // Black may have played on: the end stays open for a while
  await white.locator('[data-awaits="longerGame"]').waitFor();
  await world.chain.skipEpochs(2);
  await lookAgain(white);
  await press(white, "Settle the game");
  await sees(white, "Drawn by threefold repetition");
  await sees(white, "You were paid 0.02 EGLD.");
});
