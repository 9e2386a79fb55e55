import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { href, parseRoute } from "../browser/router";
import { pauseAfterNews } from "../profile/leaderboard";
import { untilEpoch } from "./clock";
import {
  formatAmount,
  formatClock,
  formatDuration,
  formatPayment,
  formatTenths,
  formatTimeControl,
  parseAmount,
  shortAddress,
  ticker,
} from "./format";
import { formatPoints, type GameState, matchPoints, scoreOf } from "./game";
import { overLimit } from "./launchLimit";
import { BackOff } from "./network/backOff";
import { fee, leastFee } from "./network/fees";
import { EGLD } from "./payment";
import { againAfter, keepQuiet, nextPoll, pollInterval } from "./rest";
import { parseSettings } from "./settings";
import { A_NETWORK } from "./testGames";

const CONTRACT = `erd1${"q".repeat(58)}`;
const SETTINGS = {
  network: "devnet",
  chainId: "D",
  gateway: "https://devnet-gateway.multiversx.com",
  api: "https://devnet-api.multiversx.com",
  contract: CONTRACT,
  views: CONTRACT,
};

test("settings that are right", () => {
  expect(parseSettings(SETTINGS)).toEqual(SETTINGS);
  const bots = [{ address: CONTRACT, name: "Level 1" }];
  expect(parseSettings({ ...SETTINGS, bots })).toEqual({ ...SETTINGS, bots });
});

test.each([
  [[], "must be one JSON object"],
  [{ ...SETTINGS, gateway: undefined }, '"gateway" is missing'],
  [{ ...SETTINGS, gateway: "https://gateway.multiversx.com/" }, '"gateway" is not an address like'],
  [{ ...SETTINGS, network: "moon" }, '"network" is one of local, devnet'],
  [{ ...SETTINGS, views: "erd1short" }, '"views" is not an address'],
  [{ ...SETTINGS, colour: "red" }, 'unknown key "colour"'],
  [{ ...SETTINGS, bots: [{ address: "erd1short", name: "x" }] }, '"bots" is a list of addresses and names'],
  [{ ...SETTINGS, launchLimit: { stake: "0.1", until: "soon" } }, '"launchLimit" has "stake" in EGLD'],
  [{ ...SETTINGS, developerWallets: [{ name: "bob" }] }, '"developerWallets" is a list of names and secret keys'],
])("settings %j: %s", (json, reason) => {
  expect(() => parseSettings(json)).toThrow(reason);
});

test("the launch limit", () => {
  const { launchLimit } = parseSettings({
    ...SETTINGS,
    launchLimit: { stake: "0.1", until: new Date(Date.now() + 86_400_000).toISOString() },
  });
  const egld = (amount: bigint) => ({ token: EGLD, amount });
  const tooMuch = /^Until .+ a player pays at most \S?0\.1 EGLD at once/;
  expect(overLimit(launchLimit, egld(10n ** 17n))).toBeUndefined();
  expect(overLimit(launchLimit, undefined)).toBeUndefined();
  expect(overLimit(launchLimit, egld(10n ** 17n + 1n))).toMatch(tooMuch);
  expect(overLimit(launchLimit, { token: "WAGER-1a2b3c", amount: 1n })).toMatch(tooMuch);
  expect(overLimit(undefined, egld(10n ** 20n))).toBeUndefined();
  const past = new Date(Date.now() - 1).toISOString();
  expect(overLimit({ stake: "0.1", until: past }, egld(10n ** 20n))).toBeUndefined();
});

test("amounts", () => {
  expect(formatAmount(50_000_000_000_000_000n, 18)).toBe("0.05");
  expect(formatAmount(1_234_567n, 0)).toBe("1 234 567");
  expect(formatAmount(0n, 18)).toBe("0");
  expect([formatAmount(5n, undefined), parseAmount("5", undefined)]).toEqual(["…", undefined]);
  expect(["EGLD-000000", "USDC-c76f1f", "EGLD-abcdef"].map(ticker)).toEqual(["EGLD", "USDC", "EGLD-abcdef"]);
  expect(formatAmount(123_456_789n, 8, 2)).toBe("1.23");
  expect(formatPayment({ token: EGLD, amount: 10n ** 18n }, 18)).toBe("1 EGLD");
  expect(formatPayment({ token: "WAGER-1a2b3c", amount: 150n }, 2)).toBe("1.5 WAGER");
  expect(shortAddress(CONTRACT)).toBe("erd1qqqq…qqqq");
});

test("durations", () => {
  const minute = 60_000;
  expect([minute - 1, 5 * minute, 65 * minute, 25 * 60 * minute, 50 * 60 * minute].map(formatDuration)).toEqual([
    "less than a minute",
    "5 min",
    "1 h 5 min",
    "1 day 1 h",
    "2 days 2 h",
  ]);
});

test("the time until an epoch", () => {
  const clock = { epoch: 5, roundsPassed: 400 };
  expect(untilEpoch(7, clock, A_NETWORK)).toBe((2 * 144_000 - 400) * 600);
  expect(untilEpoch(5, clock, A_NETWORK)).toBe(0);
});

// docs/gas.md: the median move
test("the fee of a call", () => {
  expect(fee(A_NETWORK, 2_854_745n, 17)).toBe(104_047_450_000_000n);
  // whoever has this can pay for a call that ends a game on time, if for nothing dearer
  const signal = fee(A_NETWORK, 4_873_072n, 19);
  expect([leastFee(A_NETWORK) <= signal, 2n * leastFee(A_NETWORK) > signal]).toEqual([true, true]);
});

test("clocks", () => {
  const [second, minute, hour] = [1_000, 60_000, 3_600_000];
  expect([0, 7 * second, 12 * minute + 7 * second, 23 * hour + 41 * minute, 27 * hour].map(formatClock)).toEqual([
    "0:00",
    "0:07",
    "12:07",
    "23:41:00",
    "1 d 03:00",
  ]);
});

test("time controls", () => {
  const control = (base: number, increment: number) => formatTimeControl({ base, increment });
  expect([control(180, 2), control(900, 0), control(259_200, 0), control(30, 3_600), control(90, 1)]).toEqual([
    "3 min + 2 s a move",
    "15 min",
    "3 days",
    "30 s + 1 h a move",
    "1 min 30 s + 1 s a move",
  ]);
  expect(formatTimeControl(undefined)).toBe("at least a day for each move");
});

test("addresses of views", () => {
  for (const hash of [
    "#/",
    "#/game/12",
    "#/game/4294967295",
    "#/replay/3",
    "#/engine",
    "#/engine/4",
    "#/engine8x8/4",
    "#/wallet",
    "#/how",
  ]) {
    expect(href(parseRoute(hash))).toBe(hash);
  }
  expect(parseRoute("")).toEqual({ view: "lobby" });
});

test.each([
  "#/foo",
  "#/game",
  "#/game/0",
  "#/game/one",
  "#/game/4294967296",
  "#/engine/0",
  "#/engine8x8",
  "#/wallet/1",
  "#/game/1/2",
  "#/player/erd1x",
])("%s leads nowhere", (hash) => expect(parseRoute(hash)).toEqual({ view: "notFound" }));

describe("how often the page asks", () => {
  beforeAll(() => void vi.stubGlobal("document", { visibilityState: "visible" }));
  afterAll(() => void vi.unstubAllGlobals());

  test("seldom at rest, often in action, never in step", () => {
    expect(pollInterval(0, 800, 12_000, 0.5)).toBe(800);
    expect(pollInterval(30_000, 800, 12_000, 0.5)).toBe(3_600);
    expect(pollInterval(3_600_000, 800, 12_000, 0.5)).toBe(12_000);
    expect(pollInterval(3_600_000, 800, 12_000, 0)).toBeLessThan(pollInterval(3_600_000, 800, 12_000, 1));
  });

  test("ever more seldom about an end that a relay reports and the chain lacks", () => {
    expect([-5, 3_000, 10_000, 600_000].map(pauseAfterNews)).toEqual([3_000, 3_000, 10_000, 60_000]);
  });

  test("after the same time however often the page is drawn, and from each answer anew", () => {
    const poll = (dataUpdatedAt: number) =>
      nextPoll({ state: { dataUpdatedAt, errorUpdatedAt: 0, status: "success" } }, 1_000, 60_000);
    const answeredAt = Date.now() + 100_000;
    expect(poll(answeredAt)).toBe(poll(answeredAt));
    expect(poll(answeredAt)).toBeGreaterThan(10_000);
    expect(poll(answeredAt + 1)).not.toBe(poll(answeredAt));
  });

  test("longer after each failure, as long as a gateway asks for, and at once after an answer", () => {
    let now = 0;
    const backOff = new BackOff(
      () => now,
      () => 0.5,
    );
    const waits = [];
    for (let failure = 0; failure < 4; failure++) {
      backOff.refused(undefined);
      // the others of the same moment change nothing
      backOff.refused(undefined);
      waits.push(backOff.remaining());
      now += backOff.remaining();
    }
    expect(waits).toEqual([400, 800, 1_600, 3_200]);
    backOff.refused(7_000);
    expect(backOff.remaining()).toBe(7_000);
    now += 7_000;
    backOff.answered();
    backOff.unreachable();
    expect(backOff.remaining()).toBe(400);
  });

  test("failures count from the first after an answer, however late a question is asked for the first time", () => {
    const hour = 3_600_000;
    const began = Date.now();
    const question = { state: { dataUpdatedAt: 0, errorUpdatedAt: 0, status: "error" } };
    const failAt = (dataUpdatedAt: number, errorUpdatedAt: number) => {
      question.state = { dataUpdatedAt, errorUpdatedAt, status: "error" };
      return nextPoll(question, 0, 0);
    };
    expect([failAt(0, began + hour), failAt(0, began + hour)]).toEqual([400, 400]);
    expect(failAt(0, began + hour + 2_000)).toBe(500);
    expect(failAt(began + 2 * hour, began + 3 * hour)).toBe(400);
    expect(failAt(began + 2 * hour, began + 4 * hour)).toBe(15_000);
  });

  test("after an error the page asks again soon, with growing pauses, whatever else tells what happens", () => {
    const pauses = [0, 2_000, 10_000, 120_000, 600_000, 3_600_000].map(againAfter);
    expect(pauses).toEqual([400, 500, 1_100, 1_200, 6_000, 15_000]);
    const speak = keepQuiet(153_000);
    const failed = { dataUpdatedAt: Date.now(), errorUpdatedAt: Date.now() + 2_000, status: "error" };
    expect(nextPoll({ state: failed }, 800, 15_000)).toBe(400);
    expect(nextPoll({ state: { ...failed, status: "success" } }, 800, 15_000)).toBe(153_000);
    // of another game nobody tells
    const quiet = keepQuiet(0);
    expect(nextPoll({ state: { ...failed, status: "success" } }, 60_000, 60_000)).toBeLessThan(70_000);
    quiet();
    expect(nextPoll({ state: { ...failed, status: "success" } }, 800, 15_000)).toBe(153_000);
    speak();
  });
});

test("the last seconds by the tenth", () => {
  expect([9_999, 9_400, 60, 0, -5].map(formatTenths)).toEqual(["0:09.9", "0:09.4", "0:00.0", "0:00.0", "0:00.0"]);
});

test("what each side has made of a game", () => {
  const score = (state: GameState) => [scoreOf({ state }, "white"), scoreOf({ state }, "black")];
  expect(score("whiteWon")).toEqual(["1", "0"]);
  expect(score("blackWon")).toEqual(["0", "1"]);
  expect(score("drawn")).toEqual(["½", "½"]);
  for (const state of ["ongoing", "open", "noResult"] as const) expect(score(state)).toEqual([undefined, undefined]);
});

test("the score of a match, by the colours of its round", () => {
  expect(matchPoints({ rounds: 5, round: 2, points: 3, played: 0 })).toEqual({ white: 3, black: 1 });
  expect(matchPoints({ rounds: 5, round: 3, points: 3, played: 0 })).toEqual({ white: 3, black: 3 });
  // over: the rounds that counted, which can be more than the chain was told
  expect(matchPoints({ rounds: 5, round: 1, points: 5, played: 3 })).toEqual({ white: 1, black: 5 });
  expect([0, 1, 2, 5].map(formatPoints)).toEqual(["0", "½", "1", "2½"]);
});
