// A cheat brings another last move to the chain than the opponent's page has heard.
import { Address } from "@multiversx/sdk-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { gameKeyOf, sign } from "../../src/signedPlay/ed25519";
import { fromHex } from "../../src/signedPlay/hex";
import { readKey } from "../../src/signedPlay/keys/keyFile";
import { type Action, concat, messageBytes, playArgument } from "../../src/signedPlay/message";
import { press, sees, table, transcriptOf } from "../world/signedTable";
import { clickSquare, confirmed, MOVABLE, move, seesPlies, World } from "../world/world";

const world = World.ofTests();

const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();

async function play(white: Page, black: Page, moves: string): Promise<void> {
  for (const [ply, squares] of moves.split(" ").entries()) {
    await move(ply % 2 === 0 ? white : black, squares);
    for (const page of [white, black]) await seesPlies(page, ply + 1);
  }
}

/** What brings the game of White's page to the chain with another last move, signed by White. */
async function cheatOf(white: Page, id: number): Promise<(last: string, action: Action) => Promise<void>> {
  const signed = white.getByTestId("signed");
  const file = JSON.parse(await transcriptOf(signed));
  const key = (await signed.locator('a[download$=".toml"]').getAttribute("href")) ?? "";
  const secret = readKey(decodeURIComponent(key.slice(key.indexOf(",") + 1)))?.secret ?? new Uint8Array();
  const game = {
    contract: Uint8Array.from(Address.newFromBech32(file.contract).getPublicKey()),
    id,
    whiteKey: bytes(file.whiteKey),
    blackKey: bytes(file.blackKey),
    round: 0,
    points: 0,
  };
  const proof = file.messages.find(({ signer }: { signer: string }) => signer === "black").argument;
  return async (last, action) => {
    const moves = concat(bytes(file.moves).subarray(0, -2), bytes(last));
    const signature = sign(messageBytes(game, action, moves), gameKeyOf(secret));
    const argument = playArgument({ signer: "white", action, moves, signature });
    const all = [moves, argument, bytes(proof)].map((part) => Buffer.from(part));
    await world.chain.call(world.chain.player("alice"), "play", [id, 0, 0, ...all]);
  };
}

test("who has resigned over the move that was heard gets the game on from the chain's, not a win on time", async () => {
  const { white, black, id } = await table(world);
  await play(white, black, "e2e4 e7e5 g1f3");
  const bring = await cheatOf(white, id);
  await confirmed(white, "Resign");
  await sees(black, "You won");
  // 2.Bc4 in the place of 2.Nf3, with an ask
  await bring("051a", "ask");
  await black.locator('[data-awaits="answer"]').waitFor();
  await move(black, "b8c6");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3");
});

test("a mate in the place of the move that was heard is undone by the answer to that", async () => {
  const { white, black, id } = await table(world);
  await play(white, black, "e2e4 e7e5 f1c4 b8c6 d1h5 g8f6 d2d3");
  const bring = await cheatOf(white, id);
  await white.close();
  // 4.Qxf7# in the place of 4.d3
  await bring("2735", "move");
  await sees(black, "Your opponent has ended it on the chain. Your next move undoes that.");
  // the chain's end is shown until the longer game is there
  await black.locator(MOVABLE).waitFor();
  await clickSquare(black, "f6");
  await clickSquare(black, "h5");
  await press(black, "Show the signed game");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("r1bqkb1r/pppp1ppp/2n5/4p2n");
});
