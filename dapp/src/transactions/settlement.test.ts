import { afterEach, expect, test, vi } from "vitest";
import { findSettlement } from "./settlement";

afterEach(() => vi.unstubAllGlobals());

const base64 = (...bytes: (string | number)[]): string =>
  Buffer.concat(bytes.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.of(part)))).toString(
    "base64",
  );
const ended = (game: number) => ({ identifier: "play", topics: [base64("gameEnded"), base64(game), null] });

/** What is found where the API lists these calls, the newest first, and each had these events. */
function find(calls: [hash: string, data: string | null][], events: Record<string, ReturnType<typeof ended>[]>) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    asked.push(url);
    return Response.json(calls.map(([txHash, data]) => ({ txHash, data: data && base64(data) })));
  });
  const gateway = { events: async (hash: string) => events[hash] ?? [] };
  return findSettlement({ api: "https://api", contract: "erd1contract" }, gateway, 7).then((hash) => [hash, asked[0]]);
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
  const url = "https://api/transactions?receiver=erd1contract&status=success&size=50&fields=txHash%2Cdata";
  expect(await find(calls, events)).toEqual(["03", url]);
  // the API doesn't know the last one yet
  expect((await find(calls, { "03": [ended(8)] }))[0]).toBeUndefined();
  expect((await find(calls.slice(0, 3), events))[0]).toBeUndefined();
});
