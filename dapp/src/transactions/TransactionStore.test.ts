import { Address } from "@multiversx/sdk-core/out/core/address";
import { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failing, type Gateway, Refused } from "../chain/network/gateway";
import { SaidNo, type Wallet } from "../wallet/wallet";
import { pauseAfter, TransactionStore } from "./TransactionStore";

beforeEach(() => void vi.stubGlobal("navigator", {}));
afterEach(() => vi.unstubAllGlobals());

test("a transaction is asked for ever more seldom, and not in step with others", () => {
  const pauses = (roundMs: number) =>
    [1, 2, 3, 4, 5, 6, 50].map((questions) => Math.round(pauseAfter(questions, 0.5, roundMs)));
  expect(pauses(6_000)).toEqual([300, 420, 588, 823, 1_152, 1_500, 1_500]);
  expect(pauses(100)).toEqual([100, 140, 196, 274, 384, 538, 1_500]);
  expect([0, 1].map((random) => Math.round(pauseAfter(50, random, 600)))).toEqual([1_350, 1_650]);
});

test("what has failed stays in the list when the next one begins", async () => {
  let account = () => Promise.reject<never>(new Refused("no such account"));
  const gateway = { account: () => account() } as unknown as Gateway;
  const store = new TransactionStore(gateway, "contract", { removeItem: () => {} } as unknown as Storage, 600);
  const order = { build: () => Promise.reject(new Error("not reached")) };
  expect(await store.run({ address: "alice" } as Wallet, { ...order, title: "first" })).toBe(false);
  // what is tried again takes the place of its failure alone
  await store.run({ address: "bob" } as Wallet, { ...order, title: "first" });
  await store.run({ address: "alice" } as Wallet, { ...order, title: "first" });
  expect(store.all().map(({ sender, title }) => `${sender}: ${title}`)).toEqual(["bob: first", "alice: first"]);
  account = () => new Promise(() => {});
  store.run({ address: "alice" } as Wallet, { ...order, title: "second" });
  const stages = ["first: failed", "first: failed", "second: preparing"];
  expect(store.all().map(({ title, stage }) => `${title}: ${stage}`)).toEqual(stages);
});

/** Sends what each of these accounts signs, by a gateway with these answers. */
function sender(answers: object) {
  const gateway = { account: async () => ({ nonce: 7n }), send: async () => "hash", ...answers } as unknown as Gateway;
  const storage = { setItem: () => {}, removeItem: () => {} } as unknown as Storage;
  const store = new TransactionStore(gateway, "contract", storage, 600);
  const nobody = new Address(new Uint8Array(32));
  const build = async () =>
    new Transaction({ nonce: 0n, sender: nobody, receiver: nobody, gasLimit: 1n, chainID: "1" });
  const run = (address: string, title: string) =>
    store.run({ address, sign: async (transaction: Transaction) => transaction } as Wallet, { title, build });
  return { store, run };
}

test("what has failed is forgotten once the same player has a success, and not before", async () => {
  const statuses = ["fail", "fail", "success"];
  const { store, run } = sender({ outcome: async () => ({ status: statuses.shift(), reason: "too little EGLD" }) });
  await run("alice", "first");
  await run("bob", "other");
  expect(store.all().map(({ title, stage }) => `${title}: ${stage}`)).toEqual(["first: failed", "other: failed"]);
  expect(await run("alice", "second")).toBe(true);
  expect(store.all().map(({ title, stage }) => `${title}: ${stage}`)).toEqual(["other: failed", "second: done"]);
});

test("the player's own no needs no notice", async () => {
  const { store } = sender({});
  const sign = () => Promise.reject(new SaidNo());
  const order = { title: "first", build: async () => ({}) as Transaction };
  expect(await store.run({ address: "alice", sign } as unknown as Wallet, order)).toBe(false);
  expect(store.all()).toEqual([]);
});

test("transactions of one sender that begin at the same time have nonces one after the other", async () => {
  const nonces: bigint[] = [];
  const send = async ({ nonce }: Transaction) => {
    nonces.push(nonce);
    return "hash";
  };
  const { run } = sender({ send, outcome: () => new Promise(() => {}) });
  for (const address of ["alice", "alice", "bob"]) run(address, address);
  await vi.waitFor(() => expect(nonces.toSorted()).toEqual([7n, 7n, 8n]));
});

test("a transaction that a failing gateway may have taken is looked for", async () => {
  const send = async () => {
    throw new Failing("no observer answers");
  };
  const { run } = sender({ send, outcome: async () => ({ status: "success" }) });
  expect(await run("alice", "first")).toBe(true);
});
