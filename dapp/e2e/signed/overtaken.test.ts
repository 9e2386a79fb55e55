// A cheat brings another last move to the chain than the opponent's page has heard.
import { expect, test } from "vitest";
import { cheatOf } from "../world/cheat";
import { press, sees, table } from "../world/signedTable";
import { play } from "../world/strangers";
import { clickMove, confirmed, MOVABLE, move, World } from "../world/world";

const world = World.ofTests();

test("who has resigned over the move that was heard gets the game on from the chain's, not a win on time", async () => {
  const { white, black, id } = await table(world);
  await play(white, black, ["e2e4", "e7e5", "g1f3"]);
  const bring = await cheatOf(world, white, id);
  await confirmed(white, "Resign");
  await sees(black, "You won");
  // 2.Bc4 in the place of 2.Nf3, with an ask
  await bring("alice", "ask", "051a");
  await black.locator('[data-awaits="answer"]').waitFor();
  await move(black, "b8c6");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3");
});

test("a mate in the place of the move that was heard is undone by the answer to that", async () => {
  const { white, black, id } = await table(world);
  await play(white, black, ["e2e4", "e7e5", "f1c4", "b8c6", "d1h5", "g8f6", "d2d3"]);
  const bring = await cheatOf(world, white, id);
  await white.close();
  // 4.Qxf7# in the place of 4.d3
  await bring("alice", "move", "2735");
  await sees(black, "Your opponent has ended it on the chain. Your next move undoes that.");
  // the chain's end is shown until the longer game is there
  await black.locator(MOVABLE).waitFor();
  await clickMove(black, "f6h5");
  await press(black, "Show the signed game");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("r1bqkb1r/pppp1ppp/2n5/4p2n");
});
