import { expect, test } from "vitest";
import type { Challenge, Game } from "../../chain/game";
import { EGLD } from "../../chain/payment";
import { aChallenge, aGame } from "../../chain/testGames";
import { isRematch } from "./rematch";

const clock = { base: 300, increment: 3 };
const stake = { token: EGLD, amount: 5n };
const game = aGame({ id: 6, engines: false });
const played = { game, stake, clock, isSigned: true };

const challenge = (changes: Partial<Challenge> = {}) =>
  aChallenge({
    id: 7,
    challenger: "alice",
    opponent: "bob",
    side: "black",
    stake,
    clock,
    key: new Uint8Array(32),
    ...changes,
  });

test("a rematch has the same terms: one press never accepts others", () => {
  expect(isRematch(challenge(), played)).toBe(true);
  const others: Partial<Challenge>[] = [
    { stake: { token: EGLD, amount: 250n } },
    { stake: { token: "OTHER-123456", amount: 5n } },
    { stake: undefined },
    { clock: { base: 30, increment: 0 } },
    { clock: undefined },
    { rounds: 100 },
    { engines: true },
    { key: undefined },
    { side: "white" },
    { side: "drawn" },
    { challenger: "bob", opponent: "alice" },
  ];
  for (const changes of others)
    expect(isRematch(challenge(changes), played), JSON.stringify(Object.keys(changes))).toBe(false);
  expect(isRematch(challenge({ challenger: "bob", opponent: "alice", side: "white" }), played)).toBe(true);
  const match = { ...game, match: { rounds: 10 } } as Game;
  expect(isRematch(challenge({ rounds: 10 }), { ...played, game: match })).toBe(true);
});
