import { expect, test } from "vitest";
import type { Color } from "../../chain/game";
import { type Action, EMPTY, playArgument } from "../message";
import { plyCount, signedEnd } from "../standing";
import { bytes, movesOf, speakerOf, testGame } from "../test/testGame";
import { provenGame } from "./provenGame";

const { keys, id: game } = testGame();
const E4 = movesOf("e4");
const E4_E5 = movesOf("e4 e5");
const FOOLS_MATE = movesOf("f3 e5 g4 Qh4#");

/** A player's message over some moves, as `play` takes it. */
const argumentOf = (id: typeof game) => {
  const signed = speakerOf({ keys, id });
  return (...said: Parameters<typeof signed>) => playArgument(signed(...said));
};
const argument = argumentOf(game);

/** A player's message other than a move, signed by this player's key or, forged, by another. */
const says = (color: Color, action: Action, moves: Uint8Array, signer = color) => ({
  color,
  signed: argument(color, action, moves, signer),
});

/** A game as the relay shows it: each player's last move signed, and what was said. */
function room(moves: typeof E4, ...said: ReturnType<typeof says>[]) {
  const isWhites = plyCount(moves) % 2 === 1;
  const proof = (color: Color) =>
    argument(color, "move", (color === "white") === isWhites ? moves : moves.slice(0, -2));
  return { game, moves, proofs: { white: proof("white"), black: proof("black") }, said };
}

/** How the end of what was proven is seen. */
async function end(shown: ReturnType<typeof room>, onChain: Uint8Array = EMPTY) {
  const proven = await provenGame(shown, onChain);
  return proven && signedEnd(proven);
}

test("who looks on sees the end that the players have signed, and no other", async () => {
  const resigned = { reason: "Resignation", winner: "black", isFinal: true };
  expect(await end(room(E4_E5, says("white", "resign", E4_E5)))).toEqual(resigned);
  const forged = room(E4_E5, says("white", "resign", E4_E5, "black"));
  expect(await provenGame(forged, EMPTY)).toBeDefined();
  expect(await end(forged)).toBeUndefined();
  expect(await end(room(E4_E5, says("white", "draw", E4_E5)))).toBeUndefined();
  const agreed = room(E4_E5, says("white", "draw", E4_E5), says("black", "draw", E4_E5));
  expect(await end(agreed)).toEqual({ reason: "Agreement", winner: undefined, isFinal: false });
  // the chain may know all moves already
  expect(await end(agreed, E4_E5)).toMatchObject({ reason: "Agreement" });

  const mate = { reason: "Checkmate", winner: "black" };
  expect(await end(room(FOOLS_MATE))).toEqual({ ...mate, isFinal: false });
  expect(await end(room(FOOLS_MATE, says("white", "resign", FOOLS_MATE)))).toEqual({ ...mate, isFinal: true });
});

test("moves count that are legal, signed by their makers or on the chain, and go on from the chain's", async () => {
  expect(await provenGame(room(E4_E5), EMPTY)).toMatchObject({ moves: E4_E5 });
  const shown = room(E4_E5);
  const unsigned = { ...shown, proofs: { ...shown.proofs, black: argument("black", "move", E4_E5, "white") } };
  expect(await provenGame(unsigned, EMPTY)).toBeUndefined();
  expect(await provenGame(unsigned, E4_E5)).toMatchObject({ moves: E4_E5 });
  expect(await provenGame(shown, movesOf("d4"))).toBeUndefined();
  const illegal = bytes("0c1c341c");
  expect(await provenGame(room(illegal), EMPTY)).toBeUndefined();
});

test("of a match's later round only what both have begun is shown", async () => {
  const later = { ...game, round: 1, points: 2 };
  const argument = argumentOf(later);
  const shown = (moves: typeof E4, white: Color = "white", black: Color = "black") => {
    const [whites, blacks] = moves === E4_E5 ? [E4, E4_E5] : [moves, EMPTY];
    const proofs = {
      white: argument("white", "move", whites, white),
      black: argument("black", "move", blacks, black),
    };
    return { game: later, moves, proofs, said: [] };
  };
  for (const moves of [EMPTY, E4, E4_E5])
    expect((await provenGame(shown(moves), EMPTY, true))?.moves, `${moves.length} bytes`).toEqual(moves);
  // nobody has signed for the other
  const alone = { ...shown(E4), proofs: { ...shown(E4).proofs, black: undefined } };
  for (const forged of [shown(EMPTY, "black"), shown(E4, "white", "white"), alone])
    expect(await provenGame(forged, EMPTY, true)).toBeUndefined();
});
