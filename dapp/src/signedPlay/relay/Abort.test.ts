import { expect, test } from "vitest";
import { Changing } from "../../browser/Changing";
import { type Color, otherColor } from "../../chain/game";
import { COLORS, EMPTY } from "../message";
import { signedEnd } from "../standing";
import { makes, movesOf, testTable } from "../test/testGame";
import { Abort } from "./Abort";
import type { RelayRoom } from "./RelayRoom";

/** A relay that passes wishes on where the players are there, and what a page of each knows of it. */
class Room extends Changing {
  readonly wishes: number[] = [];
  wished: RelayRoom["wished"];

  constructor(
    private readonly color: Color,
    private readonly relay: { isThere: boolean; rooms: Partial<Record<Color, Room>> },
  ) {
    super();
    relay.rooms[color] = this;
  }

  hear(color: Color, plies: number, round = 0) {
    this.wished = { color, round, plies };
    this.changed();
  }

  get people() {
    const here = this.relay.isThere;
    return { white: { here }, black: { here }, spectators: 0 };
  }

  wishAbort(plies: number) {
    this.wishes.push(plies);
    if (this.relay.isThere) this.relay.rooms[otherColor(this.color)]?.hear(this.color, plies);
  }
}

/** Two players' pages, and a relay between them. */
async function table(...given: Parameters<typeof testTable>) {
  const { play, lines, ...sessions } = await testTable(...given);
  const relay = { isThere: true, rooms: {} };
  const sit = (color: Color) => {
    const [session, room] = [sessions[color], new Room(color, relay)];
    return { session, room, abort: new Abort(session, room as unknown as RelayRoom) };
  };
  const [white, black] = [sit("white"), sit("black")];
  const isAborted = () => [white, black].map(({ session }) => signedEnd(session.game)?.reason === "Agreement");
  const draws = () => [white, black].map(({ session: { game } }) => game.said(game.color, "draw")?.moves);
  return { white, black, relay, lines, play, isAborted, draws };
}

/** Waits a moment, because automatic actions take their time. */
const later = () => new Promise((done) => setTimeout(done, 60));

for (const plies of [0, 1])
  for (const presses of COLORS)
    test(`after ${plies} plies one press of ${presses} aborts`, async () => {
      const { isAborted, play, ...players } = await table();
      if (plies > 0) await play("e4");
      players[presses].abort.wish();
      await expect.poll(isAborted).toEqual([true, true]);
      for (const color of COLORS) {
        const { session, abort } = players[color];
        expect([session.problem, abort.isOpen, abort.isWished]).toEqual([undefined, false, false]);
        // no move follows a draw that was accepted
        expect(await makes(session, plies > 0 ? "e5" : "e4")).toBe(false);
      }
    });

test("when both have moved no wish is heard", async () => {
  const { white, play, draws } = await table();
  await play("e4 e5");
  expect(white.abort.isOpen).toBe(false);
  white.abort.wish();
  white.room.hear("black", 2);
  await later();
  expect(draws()).toEqual([undefined, undefined]);
});

test("nor is a wish about another round of a match", async () => {
  const { white, black, isAborted, draws } = await table({}, true);
  black.room.hear("white", 0, 1);
  await later();
  expect(draws()).toEqual([undefined, undefined]);
  white.abort.wish();
  await expect.poll(isAborted).toEqual([true, true]);
});

test("a forged wish brings an offer that nobody accepts, and that the next move lets fall", async () => {
  const { white, black, draws } = await table();
  black.room.hear("white", 0);
  await expect.poll(() => white.session.game.said("black", "draw")).toBeDefined();
  await later();
  expect(draws()).toEqual([undefined, EMPTY]);
  expect(await makes(white.session, "e4")).toBe(true);
  await expect.poll(() => black.session.game.moves).toHaveLength(2);
  expect(draws()).toEqual([undefined, undefined]);
  // nor is one's own wish anyone else's, nor one over other plies
  white.room.hear("white", 1);
  white.room.hear("black", 0);
  await later();
  expect(draws()).toEqual([undefined, undefined]);
});

test("a wish ends with the next ply", async () => {
  const { white, black, isAborted, relay } = await table();
  relay.isThere = false;
  white.abort.wish();
  expect(white.abort.isWished).toBe(true);
  expect(await makes(white.session, "e4")).toBe(true);
  expect(white.abort.isWished).toBe(false);
  await expect.poll(() => black.session.game.moves).toHaveLength(2);
  // what came late, over what was before
  await black.session.say("draw");
  await later();
  expect(isAborted()).toEqual([false, false]);
});

test("who comes later is told the wish again, and not by every other change", async () => {
  const { white, isAborted, relay } = await table();
  relay.isThere = false;
  white.abort.wish();
  white.room.changed();
  expect(white.room.wishes).toEqual([0]);
  relay.isThere = true;
  for (let change = 0; change < 3; change++) white.room.changed();
  expect(white.room.wishes).toEqual([0, 0]);
  await expect.poll(isAborted).toEqual([true, true]);
});

test("who wishes it while the opponent moves need not press again; who moves then wishes it no more", async () => {
  const { white, black, play, isAborted, relay } = await table();
  relay.isThere = false;
  for (const { abort } of [white, black]) abort.wish();
  relay.isThere = true;
  await play("e4");
  await expect.poll(isAborted).toEqual([true, true]);
  expect([white.room.wishes, black.room.wishes]).toEqual([[0], [0, 1]]);
});

test("a device that doesn't have the last word says nothing by itself, and what its player presses", async () => {
  const { black, isAborted, draws } = await table({ isKeyFound: true });
  black.room.hear("white", 0);
  await later();
  expect(draws()).toEqual([undefined, undefined]);
  black.abort.wish();
  await expect.poll(isAborted).toEqual([true, true]);
});

test("a move that was signed meanwhile stands: the game is called off over it, not over the plies before it", async () => {
  const { white, black, lines, isAborted, draws } = await table();
  lines.isCut = true;
  black.abort.wish();
  await expect.poll(() => black.session.game.said("black", "draw")).toBeDefined();
  await makes(white.session, "e4");
  lines.isCut = false;
  await white.session.receive(black.session.transcript());
  await expect.poll(isAborted).toEqual([true, true]);
  for (const { session } of [white, black]) expect(session.problem).toBeUndefined();
  expect(draws()).toEqual([movesOf("e4"), movesOf("e4")]);
});
