import { IDBFactory } from "fake-indexeddb";
import { expect, test } from "vitest";
import { type Color, otherColor } from "../../chain/game";
import { fromHex } from "../hex";
import { SignedGame } from "../SignedGame";
import { NO_OTHERS, SignedSession } from "../SignedSession";
import { signedEnd } from "../standing";
import { testGame } from "../testGame";
import { openTranscripts } from "../transcripts";
import type { Transport } from "../transport";
import { Abort } from "./Abort";
import type { RelayRoom } from "./RelayRoom";

const MOVES = ["0c1c", "3424", "0615"].map((hex) => fromHex(hex) ?? new Uint8Array());
const COLORS: readonly Color[] = ["white", "black"];

/** Two players' pages, and a relay between them that passes on what it is told to. */
async function table({ others = NO_OTHERS, isOfMatch = false, holdsBack = false } = {}) {
  const { keys, id } = testGame();
  const hears: Partial<Record<Color, (came: ReturnType<SignedSession["transcript"]>) => unknown>> = {};
  const rooms = {} as Record<Color, ReturnType<typeof roomOf>>;
  const relay = { holdsBack, isThere: true };
  function roomOf(color: Color) {
    const listeners = new Set<() => void>();
    return {
      listeners,
      wishes: [] as number[],
      wished: undefined as RelayRoom["wished"],
      hear(color: Color, plies: number, round = 0) {
        this.wished = { color, round, plies };
        for (const listener of listeners) listener();
      },
      get people() {
        return { white: { here: relay.isThere }, black: { here: relay.isThere }, spectators: 0 };
      },
      wishAbort(plies: number) {
        this.wishes.push(plies);
        if (relay.isThere) rooms[otherColor(color)]?.hear(color, plies);
      },
      subscribe: (listener: () => void) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
  }
  const open = async (color: Color) => {
    rooms[color] = roomOf(color);
    const store = await openTranscripts(new IDBFactory());
    const transport: Transport = {
      send: () => {
        if (!relay.holdsBack) queueMicrotask(() => hears[otherColor(color)]?.(session.transcript()));
      },
      onReceive: (listener) => {
        hears[color] = listener;
      },
      close: () => {},
    };
    const game = new SignedGame(
      { game: id, color, secret: keys[color].secret, messages: [] },
      keys[color],
      store,
      isOfMatch,
    );
    const session: SignedSession = new SignedSession(game, [transport], color === "black" ? others : NO_OTHERS);
    return { session, abort: new Abort(session, rooms[color] as unknown as RelayRoom) };
  };
  const [white, black] = await Promise.all(COLORS.map(open));
  if (!white || !black) throw new Error("two players");
  const play = async (plies: number) => {
    for (let ply = 0; ply < plies; ply++) {
      const [mover, waits] = ply % 2 === 0 ? [white, black] : [black, white];
      await mover.session.move(MOVES[ply] ?? new Uint8Array());
      if (!relay.holdsBack) await expect.poll(() => waits.session.game.moves).toEqual(mover.session.game.moves);
    }
  };
  const isAborted = () => [white, black].map(({ session }) => signedEnd(session.game)?.reason === "Agreement");
  return { white, black, rooms, relay, play, isAborted };
}

/** What is done by itself takes its time. */
const later = () => new Promise((done) => setTimeout(done, 60));

for (const plies of [0, 1])
  for (const presses of COLORS)
    test(`after ${plies} plies one press of ${presses} aborts`, async () => {
      const { isAborted, play, ...players } = await table();
      await play(plies);
      players[presses].abort.wish();
      await expect.poll(isAborted).toEqual([true, true]);
      for (const color of COLORS) {
        const { session, abort } = players[color];
        expect([session.problem, abort.isOpen, abort.isWished]).toEqual([undefined, false, false]);
        // no move follows a draw that was accepted
        expect(await session.move(MOVES[plies] ?? new Uint8Array())).toBe(false);
      }
    });

test("when both have moved no wish is heard", async () => {
  const { white, black, isAborted, play, rooms } = await table();
  await play(2);
  expect(white.abort.isOpen).toBe(false);
  white.abort.wish();
  rooms.white.hear("black", 2);
  await later();
  expect(isAborted()).toEqual([false, false]);
  expect([white, black].map(({ session }) => session.game.said(session.game.color, "draw"))).toEqual([
    undefined,
    undefined,
  ]);
});

test("nor is a wish about another round of a match", async () => {
  const { black, rooms, isAborted, white } = await table({ isOfMatch: true });
  rooms.black.hear("white", 0, 1);
  await later();
  expect(black.session.game.said("black", "draw")).toBeUndefined();
  white.abort.wish();
  await expect.poll(isAborted).toEqual([true, true]);
});

test("a forged wish brings an offer that nobody accepts, and that the next move lets fall", async () => {
  const { white, black, isAborted, rooms } = await table();
  rooms.black.hear("white", 0);
  await expect.poll(() => white.session.game.said("black", "draw")).toBeDefined();
  await later();
  expect(isAborted()).toEqual([false, false]);
  expect(await white.session.move(MOVES[0] ?? new Uint8Array())).toBe(true);
  await expect.poll(() => black.session.game.moves).toHaveLength(2);
  expect(black.session.game.said("black", "draw")).toBeUndefined();
  // nor is one's own wish anyone else's, nor one over other plies
  rooms.white.hear("white", 1);
  rooms.white.hear("black", 0);
  await later();
  expect(white.session.game.said("white", "draw")).toBeUndefined();
});

test("a wish ends with the next ply", async () => {
  const { white, black, isAborted, relay } = await table();
  relay.isThere = false;
  white.abort.wish();
  expect(white.abort.isWished).toBe(true);
  expect(await white.session.move(MOVES[0] ?? new Uint8Array())).toBe(true);
  expect(white.abort.isWished).toBe(false);
  await expect.poll(() => black.session.game.moves).toHaveLength(2);
  // what came late, over what was before
  await black.session.say("draw");
  await later();
  expect(isAborted()).toEqual([false, false]);
});

test("who comes later is told the wish again, and not by every other change", async () => {
  const { white, isAborted, rooms, relay } = await table();
  relay.isThere = false;
  white.abort.wish();
  for (const listener of rooms.white.listeners) listener();
  expect(rooms.white.wishes).toEqual([0]);
  relay.isThere = true;
  for (let change = 0; change < 3; change++) for (const listener of rooms.white.listeners) listener();
  expect(rooms.white.wishes).toEqual([0, 0]);
  await expect.poll(isAborted).toEqual([true, true]);
});

test("who wishes it while the opponent moves need not press again; who moves then wishes it no more", async () => {
  const { white, black, play, isAborted, rooms, relay } = await table();
  relay.isThere = false;
  for (const { abort } of [white, black]) abort.wish();
  relay.isThere = true;
  await play(1);
  await expect.poll(isAborted).toEqual([true, true]);
  expect([rooms.white.wishes, rooms.black.wishes]).toEqual([[0], [0, 1]]);
});

test("a device that doesn't have the last word says nothing by itself, and what its player presses", async () => {
  const { black, rooms, isAborted } = await table({ others: { ...NO_OTHERS, isKeyFound: true } });
  rooms.black.hear("white", 0);
  await later();
  expect(black.session.game.said("black", "draw")).toBeUndefined();
  black.abort.wish();
  await expect.poll(isAborted).toEqual([true, true]);
});

test("a move that was signed meanwhile stands: the game is called off over it, not over the plies before it", async () => {
  const { white, black, relay, isAborted } = await table({ holdsBack: true });
  black.abort.wish();
  await expect.poll(() => black.session.game.said("black", "draw")).toBeDefined();
  await white.session.move(MOVES[0] ?? new Uint8Array());
  relay.holdsBack = false;
  await white.session.receive(black.session.transcript());
  await expect.poll(isAborted).toEqual([true, true]);
  for (const { session } of [white, black]) {
    for (const color of COLORS) expect(session.game.said(color, "draw")?.moves).toEqual(MOVES[0]);
    expect(session.problem).toBeUndefined();
  }
});
