import { afterEach, expect, test, vi } from "vitest";
import { Failing, Gateway, Refused, Unreachable } from "./gateway";

afterEach(() => vi.unstubAllGlobals());

const CLOCK = { erd_epoch_number: 1, erd_rounds_passed_in_current_epoch: 2, erd_rounds_per_epoch: 3 };

test("a question that fails after a later one was answered says nothing of the gateway", async () => {
  const fails: (() => void)[] = [];
  const fetched = vi.fn();
  fetched.mockImplementationOnce(() => new Promise((_, reject) => fails.push(() => reject(new TypeError()))));
  fetched.mockImplementationOnce(async () => Response.json({ data: { status: CLOCK } }));
  fetched.mockImplementationOnce(async () => Promise.reject(new TypeError()));
  vi.stubGlobal("fetch", fetched);
  const gateway = new Gateway("http://gateway.example");
  const old = gateway.clock();
  await expect.poll(() => fails).toHaveLength(1);
  await gateway.clock();
  fails[0]?.();
  await expect(old).rejects.toThrow(Unreachable);
  expect(gateway.currentState()).toBe("online");
  // a new one does
  await expect(gateway.clock()).rejects.toThrow(Unreachable);
  expect(gateway.currentState()).toBe("silent");
});

test("a gateway that fails may have taken a transaction; what it refuses it hasn't", async () => {
  const transaction = { toSendable: () => ({}) } as Parameters<Gateway["send"]>[0];
  const answers = (status: number) =>
    vi.stubGlobal("fetch", async () => Response.json({ error: "no observer answers" }, { status }));
  answers(500);
  await expect(new Gateway("http://gateway.example").send(transaction)).rejects.toThrow(Failing);
  // one that was tried is judged by its answer
  await expect(new Gateway("http://gateway.example").cost(transaction)).rejects.toThrow(Refused);
  answers(400);
  await expect(new Gateway("http://gateway.example").send(transaction)).rejects.toThrow(Refused);
});
