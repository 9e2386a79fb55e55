import { expect, test } from "vitest";
import type { Awaits, Clocks, GameState, Snapshot } from "../../chain/game";
import { A_NETWORK, aGame } from "../../chain/testGames";
import { timeLeft } from "./timeLeft";
import { pausesOf } from "./usePauses";
import { stoppedClocks } from "./useShownTimers";

const KEYS = { white: new Uint8Array(32), black: new Uint8Array(32) };

function snapshot(awaits: Awaits, clocks: Clocks | undefined, keys?: Snapshot["keys"], state: GameState = "ongoing") {
  const game = aGame({ turn: "black", state, plies: 1, awaits });
  return { game, clocks, keys };
}

/** 3+2, Black has waited for 10 s. */
const CLOCKS: Clocks = { base: 180, increment: 2, left: { white: 182_000, black: 180_000 }, waited: 10_000 };

test("the player to move loses time, the other doesn't", () => {
  expect(timeLeft(snapshot("move", CLOCKS), A_NETWORK)).toEqual({
    players: { white: 182_000, black: 170_000 },
    running: 170_000,
  });
  const late = { ...CLOCKS, waited: 200_000 };
  expect(timeLeft(snapshot("move", late), A_NETWORK).players?.black).toBe(0);
});

test("in play by signature the chain's clock stands until it is asked", () => {
  expect(timeLeft(snapshot("move", CLOCKS, KEYS), A_NETWORK).running).toBeUndefined();
  // ten rounds are free
  expect(timeLeft(snapshot("answer", CLOCKS, KEYS), A_NETWORK).running).toBe(180_000 + 6_000 - 10_000);
  // who isn't asked has their clock's time, without the chain's reserve
  const reserved = { ...CLOCKS, left: { white: 360_000, black: 360_000 } };
  expect(timeLeft(snapshot("answer", reserved, KEYS), A_NETWORK).players?.white).toBe(180_000);
});

test("from ply 1,000 on the chain's clock runs in a game with keys, too, with all that it has", () => {
  const left = { white: 362_000, black: 340_000 };
  const { game, ...rest } = snapshot("move", { ...CLOCKS, left }, KEYS);
  const at = (plies: number) => timeLeft({ ...rest, game: { ...game, plies } }, A_NETWORK);
  expect(at(999).running).toBeUndefined();
  expect(at(1_001)).toEqual({ players: { white: 362_000, black: 330_000 }, running: 330_000 });
});

test("an open end waits for the clock's base, three minutes at least and a day at most", () => {
  const window = (base: number) => timeLeft(snapshot("longerGame", { ...CLOCKS, base }, KEYS), A_NETWORK).running;
  expect([30, 600, 2_592_000].map(window)).toEqual([170_000, 590_000, 86_390_000]);
});

test("nothing runs without a clock, or when the game is over", () => {
  expect(timeLeft(snapshot("move", undefined), A_NETWORK)).toEqual({ players: undefined, running: undefined });
  expect(timeLeft(snapshot("move", CLOCKS, undefined, "whiteWon"), A_NETWORK).players).toBeUndefined();
});

test("after the end of a game by signature, who hasn't moved has what they began with", () => {
  const asked = { white: { standing: 182_000 }, black: { until: 5_000 } };
  const left = (keys: Snapshot["keys"], plies: number) => {
    const { white, black } = stoppedClocks(asked, { clocks: CLOCKS, keys }, plies, 9_000);
    return [white.standing, black.standing];
  };
  expect(left(KEYS, 0)).toEqual([180_000, 180_000]);
  expect(left(KEYS, 1)).toEqual([182_000, 180_000]);
  expect(left(KEYS, 2)).toEqual([182_000, 0]);
  // on the chain the clock runs from the beginning
  expect(left(undefined, 0)).toEqual([182_000, 0]);
});

test("a pause closes the contract for 30 epochs, and takes time of what has waited since before its end", () => {
  const closed = { isPaused: true, isClosed: true, tookTime: true };
  const open = { ...closed, isClosed: false };
  const paused = { isPaused: true, since: 100, resumed: 60 };
  const at = (epoch: number | undefined, waitEpoch = 90) => pausesOf(paused, { waitEpoch }, epoch);
  expect([at(101), at(130), at(131)]).toEqual([closed, closed, open]);
  // until the chain's time is known it has just begun
  expect(at(undefined)).toEqual(closed);
  expect(at(131, 131).tookTime).toBe(false);
  const over = { isPaused: false, since: 100, resumed: 132 };
  const tookTime = (waitEpoch: number | undefined, epoch = 140) => pausesOf(over, { waitEpoch }, epoch).tookTime;
  expect([90, 131, 132, undefined].map((waitEpoch) => tookTime(waitEpoch))).toEqual([true, true, false, false]);
  // what was brought today isn't brought again with each move
  expect([tookTime(131, 131), tookTime(131, 132)]).toEqual([false, true]);
});
