import { expect, test } from "vitest";
import type { Color } from "../../chain/game";
import { encodeMove } from "../../chess/canonical";
import { sign } from "../ed25519";
import { type Action, concat, messageBytes, playArgument } from "../message";
import { signedEnd } from "../standing";
import { testGame } from "../testGame";
import { provenGame } from "./provenGame";

const { keys, id: game } = testGame();
const NONE = new Uint8Array();
const E4 = encodeMove({ from: 12, to: 28 });
const E4_E5 = concat(E4, encodeMove({ from: 52, to: 36 }));
const FOOLS_MATE = concat(
  ...(
    [
      [13, 21],
      [52, 36],
      [14, 30],
      [59, 31],
    ] as const
  ).map(([from, to]) => encodeMove({ from, to })),
);

/** What a player has said over some moves, by this player's key or, forged, by another. */
const argument = (color: Color, action: Action, moves: Uint8Array, signer = color) =>
  playArgument({
    signer: color,
    action,
    moves: concat(moves),
    signature: sign(messageBytes(game, action, moves), keys[signer]),
  });

/** A game as the relay shows it: each player's last move signed, and what was said. */
function room(moves: Uint8Array, ...said: { color: Color; signed: Uint8Array<ArrayBuffer> }[]) {
  const before = moves.slice(0, -2);
  const isWhites = (moves.length / 2) % 2 === 1;
  const proof = (color: Color) => argument(color, "move", (color === "white") === isWhites ? moves : before);
  return { game, moves: concat(moves), proofs: { white: proof("white"), black: proof("black") }, said };
}

/** How the end of what was proven is seen. */
async function end(shown: ReturnType<typeof room>, onChain: Uint8Array = NONE) {
  const proven = await provenGame(shown, onChain);
  return proven && signedEnd(proven);
}

/** What a player has said besides moves. */
const says = (color: Color, action: Action, moves: Uint8Array, signer = color) => ({
  color,
  signed: argument(color, action, moves, signer),
});

test("who looks on sees the end that the players have signed, and no other", async () => {
  const resigned = { reason: "Resignation", winner: "black", isFinal: true };
  expect(await end(room(E4_E5, says("white", "resign", E4_E5)))).toEqual(resigned);
  const forged = room(E4_E5, says("white", "resign", E4_E5, "black"));
  expect(await provenGame(forged, NONE)).toBeDefined();
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
  expect(await provenGame(room(E4_E5), NONE)).toMatchObject({ moves: E4_E5 });
  const shown = room(E4_E5);
  const unsigned = { ...shown, proofs: { ...shown.proofs, black: argument("black", "move", E4_E5, "white") } };
  expect(await provenGame(unsigned, NONE)).toBeUndefined();
  expect(await provenGame(unsigned, E4_E5)).toMatchObject({ moves: E4_E5 });
  expect(await provenGame(shown, encodeMove({ from: 11, to: 27 }))).toBeUndefined();
  const illegal = concat(E4, encodeMove({ from: 52, to: 28 }));
  expect(await provenGame(room(illegal), NONE)).toBeUndefined();
});

test("of a match's later round only what both have begun is shown", async () => {
  const later = { ...game, round: 1, points: 2 };
  const said = (color: Color, moves: Uint8Array, signer = color) =>
    playArgument({
      signer: color,
      action: "move",
      moves: concat(moves),
      signature: sign(messageBytes(later, "move", moves), keys[signer]),
    });
  const shown = (moves: Uint8Array, white: Color = "white", black: Color = "black") => ({
    game: later,
    moves: concat(moves),
    proofs: {
      white: said("white", moves.length > 2 ? moves.slice(0, -2) : moves, white),
      black: said("black", moves.length > 2 ? moves : NONE, black),
    },
    said: [],
  });
  for (const moves of [NONE, E4, E4_E5]) {
    const isWhites = moves.length === 4;
    const room = shown(moves);
    if (isWhites) room.proofs.white = said("white", E4);
    expect((await provenGame(room, NONE, true))?.moves.length, `${moves.length} bytes`).toBe(moves.length);
  }
  // nobody has signed for the other
  expect(await provenGame(shown(NONE, "black"), NONE, true)).toBeUndefined();
  expect(await provenGame(shown(E4, "white", "white"), NONE, true)).toBeUndefined();
  expect(await provenGame({ ...shown(E4), proofs: { white: said("white", E4), black: undefined } }, NONE, true)).toBe(
    undefined,
  );
});
