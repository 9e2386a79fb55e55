import { expect, test } from "vitest";
import type { Chain } from "../chain/ChainContext";
import { allHome } from "./allHome";

test("a token that can't be moved keeps nothing else in the purse", async () => {
  const sent: string[] = [];
  const tried = async (what: string) => {
    sent.push(what);
    return !what.endsWith("FROZEN-111111");
  };
  const chain = {
    chess: { credits: async () => ["some"] },
    gateway: {
      tokens: async () => ["EMPTY-000000", "FROZEN-111111", "CHESS-222222"],
      tokenBalance: async (_: string, token: string) => (token === "EMPTY-000000" ? 0n : 5n),
      account: async () => ({ balance: 9n }),
    },
  } as unknown as Chain;
  await allHome(chain, {
    address: "erd1purse",
    fee: 2n,
    withdraw: () => tried("withdraw"),
    send: async (payment) => {
      const { token, amount } = await payment();
      return tried(`${amount} ${token}`);
    },
  });
  expect(sent).toEqual(["withdraw", "5 FROZEN-111111", "5 CHESS-222222", "7 EGLD-000000"]);
});
