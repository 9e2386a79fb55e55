import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Gateway } from "./chain/network/gateway";
import { firstAnswer } from "./start";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ["fails: no such page", () => Response.json({ error: "no such page" }, { status: 404 })],
  ["fails: the gateway answers 404", () => Response.json({}, { status: 404 })],
  ["fails: not allowed", () => Response.json({ data: null, error: "not allowed" })],
  ["fails: the gateway answers without data", () => Response.json({ data: null, error: "" })],
  ["fails: the gateway answers without data", () => Response.json(null)],
  ["fails: node is not synced", () => Response.json({ error: "node is not synced" }, { status: 500 })],
  ["can't be reached", () => new Response("<h1>Sign in to this network</h1>")],
])("a gateway that %s is asked again with pauses, until it answers", async (words, answer) => {
  // without pauses there would be no end
  const fetched = vi.fn(async () => (fetched.mock.calls.length < 30 ? answer() : new Promise<Response>(() => {})));
  vi.stubGlobal("fetch", fetched);
  const say = vi.fn();
  const first = firstAnswer(new Gateway("http://gateway.example"), say);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(say.mock.calls.filter(([text]) => !text.includes(words))).toEqual([]);
  expect(fetched.mock.calls.length).toBeGreaterThan(3);
  expect(fetched.mock.calls.length).toBeLessThan(30);
  const config = { erd_chain_id: "D", erd_min_gas_price: 1, erd_min_gas_limit: 1, erd_gas_per_data_byte: 1 };
  fetched.mockImplementation(async () => Response.json({ data: { config } }));
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(first).resolves.toMatchObject({ chainId: "D" });
});
