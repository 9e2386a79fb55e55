import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import type { Color } from "../chain/game";
import { adviceOf, type ShownChain } from "./advice";
import { fromHex } from "./hex";
import { EMPTY } from "./message";
import { SignedGame } from "./SignedGame";
import { testGame } from "./testGame";
import { openTranscripts } from "./transcripts";

/** 1. f3 e5 2. g4 Qh4# */
const MATE = ["0d15", "3424", "0e1e", "3b1f"].map((hex) => fromHex(hex) ?? EMPTY);

/** Both sides of a game that has this number of the mate's plies. */
async function sides(plies: number): Promise<Record<Color, SignedGame>> {
  const { keys, id } = testGame();
  const side = async (color: Color) => {
    const transcript = { game: id, color, secret: keys[color].secret, messages: [] };
    return new SignedGame(transcript, keys[color], await openTranscripts(new IDBFactory()));
  };
  const [white, black] = [await side("white"), await side("black")];
  for (let ply = 1; ply <= plies; ply++) {
    const [mover, other] = ply % 2 === 1 ? [white, black] : [black, white];
    await other.hear(await mover.say("move", beginning(ply)));
  }
  return { white, black };
}

const beginning = (plies: number) => Uint8Array.from(MATE.slice(0, plies).flatMap((move) => [...move]));

/** A single game with a clock on the chain. */
const chain = (
  plies: number,
  awaits: "move" | "answer" | "longerGame" = "move",
  endReason = "None",
  isLate = false,
): ShownChain => ({
  game: { awaits, endReason },
  clocks: { base: 180, increment: 2, left: { white: 360_000, black: 360_000 }, waited: 0 },
  moves: beginning(plies),
  drawOffer: undefined,
  claims: { inactivity: isLate },
});

test("an end is brought by its winner, an ask answered, an open end undone, and nothing brought without a need", async () => {
  const { white, black } = await sides(4);
  expect(adviceOf(chain(0), "black", [black])).toMatchObject({
    cause: "ends",
    call: { round: 0, points: 0, moves: beginning(4) },
  });
  expect(adviceOf(chain(0), "white", [white]).cause).toBeUndefined();
  // the chain has it
  expect(adviceOf(chain(4, "longerGame", "Checkmate"), "black", [black]).cause).toBeUndefined();
  expect(adviceOf(chain(4, "longerGame", "Checkmate", true), "black", [black])).toMatchObject({
    cause: "settles",
    call: undefined,
  });

  const open = await sides(3);
  expect(adviceOf(chain(0), "white", [open.white]).cause).toBeUndefined();
  expect(adviceOf(chain(1, "answer"), "black", [open.black])).toMatchObject({
    cause: "meets",
    call: { moves: beginning(3) },
  });
  expect(adviceOf(chain(3, "answer"), "black", [open.black]).cause).toBeUndefined();
  await open.white.say("resign", open.white.moves);
  expect(adviceOf(chain(3), "white", [open.white])).toMatchObject({ cause: "lost", call: { moves: beginning(3) } });
});

test("a question that is too long, or a game that the player never agreed to, gets no advice", async () => {
  const { white } = await sides(3);
  const other = { ...chain(0), moves: Uint8Array.of(12, 28, 52, 36, 6, 21, 57, 42) };
  expect(adviceOf(other, "white", [white]).cause).toBeUndefined();
  expect(adviceOf({ ...chain(0), moves: new Uint8Array(20_000) }, "white", [white]).cause).toBeUndefined();
});
