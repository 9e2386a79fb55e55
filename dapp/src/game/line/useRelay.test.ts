import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Game } from "../../chain/game";
import { askAgain, isNews, lookEvery } from "./useRelay";

afterEach(() => void vi.useRealTimers());

/** As they stand before any ask. */
const clocks = (base: number, left = (base + 180) * 1_000) => ({
  base,
  increment: 0,
  left: { white: 10_000_000, black: left },
  waited: 0,
});
const stake = { token: "EGLD-000000", amount: 1n };

test("beside a relay the chain is looked at in time: every 30 s where there is a stake and little time", () => {
  expect(lookEvery({ clocks: clocks(180), stake }, 600, true)).toBe(30_000);
  expect(lookEvery({ clocks: clocks(900), stake }, 600, true)).toBe(30_000);
  expect(lookEvery({ clocks: clocks(180), stake: undefined }, 600, true)).toBe(153_000);
  expect(lookEvery({ clocks: clocks(3_600), stake }, 600, true)).toBe(1_800_000);
  expect(lookEvery({ clocks: undefined, stake }, 600, true)).toBe(1_800_000);
  // nobody else would tell
  expect(lookEvery({ clocks: undefined, stake: undefined }, 600, false)).toBe(30_000);
});

test("after slow answers it is looked at in what is left of an ask's time", () => {
  expect(lookEvery({ clocks: clocks(3_600, 30_000), stake }, 600, true)).toBe(0.85 * 36_000);
  expect(lookEvery({ clocks: clocks(180, 10_000), stake }, 600, true)).toBe(0.85 * 16_000);
  expect(lookEvery({ clocks: clocks(180, 10_000), stake }, 6_000, false)).toBe(30_000);
  expect(lookEvery({ clocks: clocks(180, 0), stake: undefined }, 600, false)).toBe(0.85 * 6_000);
});

test("what the relay hasn't told of the chain ends the quiet, as what it tells does", () => {
  const game = { plies: 4, state: "ongoing", awaits: "move" } as Game;
  const told = { plies: 4, state: 0, awaits: 0 };
  expect(isNews(told, game)).toBe(false);
  // such a relay keeps nobody quiet for longer than one that doesn't watch
  expect(isNews(undefined, game)).toBe(false);
  for (const other of [{ plies: 3 }, { plies: 5 }, { awaits: 1 }, { state: 1 }])
    expect(isNews({ ...told, ...other }, game), JSON.stringify(other)).toBe(true);
  expect(isNews(told, { ...game, awaits: "answer" })).toBe(true);
});

/** A page that looks at a game, of a gateway that takes a second for each answer. */
async function page() {
  vi.useFakeTimers();
  const client = new QueryClient();
  const begun: number[] = [];
  const queryFn = async () => {
    const at = begun.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return at;
  };
  const answers: unknown[] = [];
  const observer = new QueryObserver(client, { queryKey: ["game", 1], queryFn });
  observer.subscribe(({ data, isFetching }) => !isFetching && answers.push(data));
  await vi.advanceTimersByTimeAsync(2_000);
  answers.length = 0;
  return { client, begun, answers };
}

test("news that come faster than the chain answers keep none of its answers away", async () => {
  const { client, answers } = await page();
  for (let news = 0; news < 50; news++) {
    askAgain(client, 1);
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(answers.length).toBeGreaterThanOrEqual(9);
});

test("what was asked before the news is asked once more, and nothing after that", async () => {
  const { client, begun, answers } = await page();
  askAgain(client, 1);
  await vi.advanceTimersByTimeAsync(500);
  askAgain(client, 1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([begun.length, answers.length]).toEqual([3, 2]);
});
