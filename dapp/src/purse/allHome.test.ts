import { expect, test } from "vitest";
import type { Chain } from "../chain/ChainContext";
import { allHome } from "./allHome";

const ANSWERS = {
  credits: async () => ["some"],
  tokens: async () => ["EMPTY-000000", "FROZEN-111111", "CHESS-222222"],
  tokenBalance: async (_: string, token: string) => (token === "EMPTY-000000" ? 0n : 5n),
};

/** Takes everything home with these answers of the chain, and notes each attempt in `sent`; a frozen token can't be sent. */
function takeHome(answers: typeof ANSWERS, sent: string[]): Promise<void> {
  const tried = async (what: string) => {
    sent.push(what);
    return !what.endsWith("FROZEN-111111");
  };
  const gateway = { ...answers, account: async () => ({ balance: 9n }) };
  return allHome({ chess: answers, gateway } as unknown as Chain, {
    address: "erd1purse",
    fee: 2n,
    withdraw: () => tried("withdraw"),
    send: async (payment) => {
      const { token, amount } = await payment();
      return tried(`${amount} ${token}`);
    },
  });
}

test("a token that can't be moved doesn't keep the rest in the purse", async () => {
  const sent: string[] = [];
  await takeHome(ANSWERS, sent);
  expect(sent).toEqual(["withdraw", "5 FROZEN-111111", "5 CHESS-222222", "7 EGLD-000000"]);
});

test("a failed query keeps only its own part in the purse, and is reported", async () => {
  const failing = async () => {
    throw new Error("no answer");
  };
  for (const [name, rest] of [
    ["credits", ["5 FROZEN-111111", "5 CHESS-222222"]],
    ["tokens", ["withdraw"]],
    ["tokenBalance", ["withdraw"]],
  ] as const) {
    const sent: string[] = [];
    await expect(takeHome({ ...ANSWERS, [name]: failing }, sent), name).rejects.toThrow("no answer");
    expect(sent, name).toEqual([...rest, "7 EGLD-000000"]);
  }
});
