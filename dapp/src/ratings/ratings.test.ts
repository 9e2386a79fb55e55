import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ratingsQuery } from "./useRatings";

// nothing is asked again where there is no window
vi.hoisted(() => Object.assign(globalThis, { window: globalThis }));

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Asks a relay that answers with these, one after the other; how often it was asked, and what is known. */
async function ask(minutes: number, ...answers: (Response | Error)[]) {
  let asked = 0;
  vi.stubGlobal("fetch", async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)];
    if (answer instanceof Response) return answer.clone();
    throw answer;
  });
  const client = new QueryClient();
  const observer = new QueryObserver(
    client,
    ratingsQuery("https://relay.example/ratings", () => false),
  );
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(minutes * 60_000 + 1_000);
  const { data } = observer.getCurrentResult();
  stop();
  client.clear();
  return { asked, data };
}

test("a relay that has no ratings of a contract's players is asked once", async () => {
  expect(await ask(10, new Response("", { status: 404 }))).toEqual({ asked: 1, data: null });
});

test("one that has no answer now is asked again, once a minute", async () => {
  const known = { ratings: [], course: [] };
  const refusals = [500, 502, 503, 429].map((status) => new Response("", { status }));
  const good = Response.json(known);
  expect(await ask(10, ...refusals, new Error("no line"), good)).toEqual({ asked: 6, data: known });
});
