import type { Challenge, Game } from "./game";
import type { NetworkConfig } from "./network/gateway";

/** Of tests: a game between Alice and Bob that has just begun. */
export const aGame = (changes: Partial<Game> = {}): Game => ({
  id: 1,
  white: "alice",
  black: "bob",
  turn: "white",
  state: "ongoing",
  endReason: "None",
  deadlineEpoch: 0,
  hasDeadline: false,
  plies: 0,
  awaits: "move",
  ...changes,
});

/** Of tests: a challenge by Alice, open to anyone, for nothing. */
export const aChallenge = (changes: Partial<Challenge> = {}): Challenge => ({
  id: 1,
  challenger: "alice",
  opponent: undefined,
  side: "drawn",
  stake: undefined,
  clock: undefined,
  key: undefined,
  rounds: 1,
  engines: false,
  ...changes,
});

/** Of tests: a network with rounds of 600 ms and epochs of a day. */
export const A_NETWORK: NetworkConfig = {
  chainId: "D",
  roundMs: 600,
  roundsPerEpoch: 144_000,
  gasPrice: 1_000_000_000n,
  gasPriceModifier: 0.01,
  minGas: 50_000n,
  gasPerDataByte: 1_500n,
};
