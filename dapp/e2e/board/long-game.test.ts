// Signed play ends at ply 1,000: a page submits a game that long to the chain in time, and continues there.
import { Address } from "@multiversx/sdk-core";
import type { NormalMove } from "chessops";
import { Chess } from "chessops/chess";
import { makeUci } from "chessops/util";
import { expect, test } from "vitest";
import { encodeMove } from "../../src/chess/canonical";
import { createGameKey, sign } from "../../src/signedPlay/ed25519";
import { toHex } from "../../src/signedPlay/hex";
import { writeKey } from "../../src/signedPlay/keys/keyFile";
import { concat, messageBytes, playArgument } from "../../src/signedPlay/message";
import { chainKnows } from "../world/signedTable";
import { explained, MOVABLE, move, seesPlies, World } from "../world/world";

const PLIES = 990;

const world = World.ofTests();

/** The same random numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** A legal game of quiet moves, if there are any, that doesn't end: sometimes a pawn moves, which prevents an automatic draw. */
function longGame(plies: number): { position: Chess; moves: Uint8Array<ArrayBuffer>[] } {
  const position = Chess.default();
  const next = numbers(7);
  const moves: Uint8Array<ArrayBuffer>[] = [];
  while (moves.length < plies) {
    const quiet: NormalMove[] = [];
    const captures: NormalMove[] = [];
    for (const [from, squares] of position.allDests()) {
      for (const to of squares) {
        const isPromotion = position.board.pawn.has(from) && (to < 8 || to > 55);
        if (!isPromotion) (position.board.has(to) ? captures : quiet).push({ from, to });
      }
    }
    const isPawn = ({ from }: NormalMove) => position.board.pawn.has(from);
    const isCastling = ({ from, to }: NormalMove) =>
      position.board.king.has(from) && Math.abs(from - to) % 8 > 1 && Math.abs(from - to) < 7;
    const goesOn = (move: NormalMove) => {
      const after = position.clone();
      after.play(move);
      return !after.isEnd();
    };
    const wanted = (move: NormalMove) => isPawn(move) === position.halfmoves > 90;
    const possible = (moves: NormalMove[]) => moves.filter((move) => !isCastling(move) && goesOn(move));
    const all = possible(quiet);
    const some = all.filter(wanted);
    const list = some.length > 0 ? some : all.length > 0 ? all : possible(captures);
    const chosen = list[Math.floor(next() * list.length)];
    if (!chosen) throw new Error(`no quiet move at ply ${moves.length}`);
    moves.push(encodeMove(chosen) as Uint8Array<ArrayBuffer>);
    position.play(chosen);
  }
  return { position, moves };
}

test("at ply 990 the game is brought to the chain, and moves are made there", async () => {
  const { chain } = world;
  const [white, black] = [createGameKey(), createGameKey()];
  await chain.call(chain.player("alice"), "challenge", [null, 0, null, 1, false, Buffer.from(white.publicKey)]);
  await chain.call(chain.player("bob"), "accept", [1, Buffer.from(black.publicKey)]);

  const { position, moves } = longGame(PLIES);
  const contract = Uint8Array.from(Address.newFromBech32(chain.contract).getPublicKey());
  const [whiteKey, blackKey] = [white.publicKey, black.publicKey];
  const game = { contract, id: 1, whiteKey, blackKey, round: 0, points: 0 };
  const said = (signer: "white" | "black", plies: number) => {
    const covered = concat(...moves.slice(0, plies));
    const signature = sign(messageBytes(game, "move", covered), signer === "white" ? white : black);
    const argument = toHex(playArgument({ signer, action: "move", moves: covered, signature }));
    return { signer, plies, argument };
  };
  const whole = concat(...moves);
  const transcript = {
    contract: chain.contract,
    gameId: 1,
    whiteKey: toHex(white.publicKey),
    blackKey: toHex(black.publicKey),
    moves: toHex(whole),
    messages: [said("white", PLIES - 1), said("black", PLIES)],
  };

  const page = await world.player("alice");
  await page.goto(`${world.url}#/game/1`);
  await page.getByLabel("The key's file").fill(writeKey({ secret: white.secret, signed: whole }));
  await page.getByRole("button", { name: "Take the key" }).click();
  await page.getByTestId("mark").click();
  await page.getByLabel("Your opponent's transcript").fill(JSON.stringify(transcript));
  await page.getByRole("button", { name: "Take it" }).click();
  await seesPlies(page, PLIES);
  await page.getByText("A game this long continues on the chain: bring it there, then move.").waitFor();
  expect(await page.locator(MOVABLE).count()).toBe(0);
  await explained(page, "Bring it to the chain");
  await chainKnows(page, PLIES);

  const [from, squares] =
    [...position.allDests()].find(([from, squares]) => squares.nonEmpty() && !position.board.pawn.has(from)) ?? [];
  const to = squares?.first();
  if (from === undefined || to === undefined) throw new Error("no move");
  await move(page, makeUci({ from, to }));
  position.play({ from, to });
  expect(await chain.fen(1)).toContain(" b ");
  await chainKnows(page, PLIES + 1);
});
