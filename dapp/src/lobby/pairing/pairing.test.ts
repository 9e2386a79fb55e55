import { expect, test } from "vitest";
import type { Challenge } from "../../chain/game";
import { EGLD } from "../../chain/payment";
import { aChallenge } from "../../chain/testGames";
import { setBlocked } from "../../challenge/blocked";
import { fits, fitting, longestMatch, matchText, waitingOf } from "./pairing";

const clock = { base: 300, increment: 3 };
const stake = { token: EGLD, amount: 5n };
const wanted = { clock, stake };

const challenge = (id: number, changes: Partial<Challenge> = {}) => aChallenge({ id, stake, clock, ...changes });

test("a challenge fits if it has the same time and stake, no programs, and is for this player", () => {
  expect(fits(challenge(1), wanted, "bob")).toBe(true);
  expect(fits(challenge(1), wanted, undefined)).toBe(true);
  expect(fits(challenge(1, { opponent: "bob" }), wanted, "bob")).toBe(true);
  expect(fits(challenge(1, { side: "white" }), wanted, "bob")).toBe(true);
  const others: Partial<Challenge>[] = [
    { challenger: "bob" },
    { opponent: "carol" },
    { clock: undefined },
    { clock: { base: 300, increment: 2 } },
    { stake: undefined },
    { stake: { token: EGLD, amount: 6n } },
    { stake: { token: "OTHER-123456", amount: 5n } },
    { engines: true },
    { rounds: 3 },
  ];
  for (const changes of others)
    expect(fits(challenge(1, changes), wanted, "bob"), JSON.stringify(Object.keys(changes))).toBe(false);
  const free = { clock: undefined, stake: undefined };
  expect(fits(challenge(1, free), free, "bob")).toBe(true);
  // a match without a stake can be left after the first game, as can those that bots offer
  expect(fits(challenge(1, { ...free, rounds: 10 }), free, "bob")).toBe(true);
});

test("the oldest comes first, bots after people", () => {
  const all = [challenge(9), challenge(3), challenge(5, { engines: true }), challenge(4)];
  expect(fitting(all, wanted, "bob", () => false).map(({ id }) => id)).toEqual([3, 4, 9]);
  const mixed = [challenge(2, { challenger: "bot" }), ...all];
  expect(fitting(mixed, wanted, "bob", (player) => player === "bot").map(({ id }) => id)).toEqual([3, 4, 9, 2]);
});

test("a blocked player's challenge doesn't fit until they are unblocked", () => {
  setBlocked("alice", true);
  expect(fits(challenge(1), wanted, "bob")).toBe(false);
  setBlocked("alice", false);
  expect(fits(challenge(1), wanted, "bob")).toBe(true);
});

test("a player waits by a challenge of their own to anyone with a tile's time", () => {
  expect(waitingOf([challenge(3), challenge(7), challenge(5)], "alice")?.id).toBe(7);
  expect(waitingOf([challenge(3)], "bob")).toBeUndefined();
  expect(waitingOf([challenge(3, { opponent: "bob" })], "alice")).toBeUndefined();
  expect(waitingOf([challenge(3, { clock: { base: 1_800, increment: 20 } })], "alice")).toBeUndefined();
  expect(waitingOf([challenge(3, { rounds: 3 })], "alice")).toBeUndefined();
  expect(waitingOf([challenge(3, { challenger: "", opponent: undefined })], undefined)).toBeUndefined();
});

const isBot = (player: string) => player === "bot";

test("people only: no program is met, however long it waits", () => {
  const all = [challenge(2, { challenger: "bot" }), challenge(9)];
  const ids = (isPeopleOnly: boolean) => fitting(all, { ...wanted, isPeopleOnly }, "bob", isBot).map(({ id }) => id);
  expect(ids(false)).toEqual([9, 2]);
  expect(ids(true)).toEqual([9]);
});

test("how many games a bot's match would have that a press opens", () => {
  const bots = (rounds: number) => challenge(rounds, { challenger: "bot", rounds });
  expect(longestMatch([], isBot)).toBe(0);
  expect(longestMatch([undefined, bots(1), challenge(1, { rounds: 20 })], isBot)).toBe(1);
  expect(longestMatch([bots(3), undefined, bots(10)], isBot)).toBe(10);
  expect(matchText(challenge(1))).toBeUndefined();
  expect(matchText(challenge(1, { rounds: 3 }))).toBe("a match of 3 games, you can leave after each");
});
