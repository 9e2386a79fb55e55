import { expect, test } from "vitest";
import { href, parseRoute } from "../router";
import { EGLD } from "./contract";
import { fee } from "./fees";
import { formatAmount, formatDuration, formatPayment, shortAddress } from "./format";
import { untilEpoch } from "./hooks";
import { parseSettings } from "./settings";

const CONTRACT = `erd1${"q".repeat(58)}`;
const SETTINGS = {
  network: "devnet",
  chainId: "D",
  gateway: "https://devnet-gateway.multiversx.com",
  api: "https://devnet-api.multiversx.com",
  contract: CONTRACT,
  views: CONTRACT,
};
const CONFIG = {
  chainId: "D",
  roundMs: 6_000,
  roundsPerEpoch: 2_400,
  gasPrice: 1_000_000_000n,
  gasPriceModifier: 0.01,
  minGas: 50_000n,
  gasPerDataByte: 1_500n,
};

test("settings that are right", () => {
  expect(parseSettings(SETTINGS)).toEqual(SETTINGS);
});

test.each([
  [[], "must be one JSON object"],
  [{ ...SETTINGS, gateway: undefined }, '"gateway" is missing'],
  [{ ...SETTINGS, gateway: "https://gateway.multiversx.com/" }, '"gateway" is not an address like'],
  [{ ...SETTINGS, network: "moon" }, '"network" is one of local, devnet'],
  [{ ...SETTINGS, views: "erd1short" }, '"views" is not an address'],
  [{ ...SETTINGS, colour: "red" }, 'unknown key "colour"'],
  [{ ...SETTINGS, developerWallets: [{ name: "bob" }] }, '"developerWallets" is a list of names and secret keys'],
])("settings %j: %s", (json, reason) => {
  expect(() => parseSettings(json)).toThrow(reason);
});

test("amounts", () => {
  expect(formatAmount(50_000_000_000_000_000n, 18)).toBe("0.05");
  expect(formatAmount(1_234_567n, 0)).toBe("1 234 567");
  expect(formatAmount(0n, 18)).toBe("0");
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
  const clock = { epoch: 5, roundsPassed: 400, roundsPerEpoch: 2_400 };
  expect(untilEpoch(7, clock, CONFIG)).toBe((2 * 2_400 - 400) * 6_000);
  expect(untilEpoch(5, clock, CONFIG)).toBe(0);
});

// docs/gas.md: the median move
test("the fee of a call", () => {
  expect(fee(CONFIG, 2_854_745n, 17)).toBe(104_047_450_000_000n);
});

test("addresses of views", () => {
  for (const hash of ["#/", "#/game/12", "#/replay/3", "#/ai", "#/ai/4", "#/wallet"]) {
    expect(href(parseRoute(hash))).toBe(hash);
  }
  expect(parseRoute("")).toEqual({ view: "lobby" });
  expect(parseRoute("#/game/0")).toEqual({ view: "lobby" });
  expect(parseRoute("#/game/one")).toEqual({ view: "lobby" });
});
