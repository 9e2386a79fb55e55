import { afterEach, expect, test, vi } from "vitest";
import { findCalls } from "./gameCalls";

afterEach(() => vi.unstubAllGlobals());

const base64 = (...bytes: (string | number)[]): string =>
  Buffer.concat(bytes.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part)))).toString(
    "base64",
  );
const ended = (game: number) => ({ identifier: "play", topics: [base64("gameEnded"), base64(game), null] });

/** The result if the API lists these calls, the newest first, and each had these events. */
function find(calls: [hash: string, data: string | null][], events: Record<string, ReturnType<typeof ended>[]>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    const listed = calls.map(([txHash, data]) => ({ txHash, data: data && base64(data), timestamp: Number(txHash) }));
    return Response.json(listed);
  });
  const gateway = { events: async (hash: string) => events[hash] ?? [] };
  const game = { id: 7, plies: 2 };
  return findCalls({ api: "https://api", contract: "erd1contract" }, gateway, game).then((found) => [found, asked[0]]);
}

test("the call that ended a game is its last one, if that has ended it", async () => {
  const calls: [string, string | null][] = [
    ["06", null],
    ["05", "joinGame@07"],
    ["04", "resign@08"],
    ["03", "play@07@0c1c@@"],
    ["02", "makeMove@07@34@24"],
  ];
  const events = { "03": [ended(7)], "02": [ended(7)] };
  const fields = "fields=txHash%2Cdata%2Ctimestamp";
  const url = `https://api/transactions?receiver=erd1contract&status=success&size=50&${fields}`;
  expect(await find(calls, events)).toEqual([{ settlement: "03", ended: 3_000 }, url]);
  // the API doesn't know the last one yet
  expect((await find(calls, { "03": [ended(8)] }))[0]).toEqual({});
  expect((await find(calls.slice(0, 3), events))[0]).toEqual({});
});

test("when a game began is known where its acceptance or all of its moves are listed", async () => {
  const moves: [string, string][] = [
    ["05", "draw@07"],
    ["04", "makeMove@07@0c@1c"],
    ["03", "makeMove@08@34@24"],
    ["02", "makeMove@07@34@24"],
  ];
  expect((await find(moves, {}))[0]).toEqual({ began: 2_000 });
  expect((await find(moves, { "05": [ended(7)] }))[0]).toEqual({ began: 2_000, settlement: "05", ended: 5_000 });
  expect((await find(moves.slice(0, 3), {}))[0]).toEqual({});
  expect((await find([...moves.slice(0, 3), ["01", "accept@07@"]], {}))[0]).toEqual({ began: 1_000 });
});
