import { afterEach, expect, test, vi } from "vitest";
import { ratingsQuery } from "./useRatings";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Queries a relay that gives these answers in turn, as long as the query is repeated. Returns the pauses and the data. */
async function ask(...answers: (Response | Error)[]) {
  const { queryFn, refetchInterval } = ratingsQuery("https://relay.example/ratings", () => false);
  const pauses: (number | false)[] = [];
  let data: unknown;
  for (const answer of answers) {
    vi.stubGlobal("fetch", () => (answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer)));
    const state = await queryFn().then(
      (data) => ({ status: "success", data }),
      () => ({ status: "error", data: undefined }),
    );
    data = state.data;
    pauses.push(refetchInterval({ state } as Parameters<typeof refetchInterval>[0]));
    if (pauses.at(-1) === false) break;
  }
  return { pauses, data };
}

test("a relay without ratings of a contract's players is queried once", async () => {
  const none = () => new Response("", { status: 404 });
  expect(await ask(none(), none())).toEqual({ pauses: [false], data: null });
});

test("a relay that fails is queried again, once a minute", async () => {
  const known = { ratings: [], course: [] };
  const refusals = [500, 502, 503, 429].map((status) => new Response("", { status }));
  const pauses = [...Array(5).fill(60_000), false];
  expect(await ask(...refusals, new Error("no line"), Response.json(known))).toEqual({ pauses, data: known });
});
