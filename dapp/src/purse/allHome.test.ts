import { expect, test } from "vitest";
import { allHome } from "./allHome";

test("a token that can't be moved keeps nothing else in the purse", async () => {
  const sent: string[] = [];
  const tried = (what: string, isDone: boolean) => {
    sent.push(what);
    return Promise.resolve(isDone);
  };
  await allHome({
    isOwed: async () => true,
    withdraw: () => tried("withdraw", false),
    tokens: async () => ["EMPTY-000000", "FROZEN-111111", "CHESS-222222"],
    balanceOf: async (token) => (token === "EMPTY-000000" ? 0n : 5n),
    sendToken: (token, amount) => tried(`${amount} ${token}`, token !== "FROZEN-111111"),
    left: async () => 9n,
    sendLeft: () => tried("EGLD", true),
  });
  expect(sent).toEqual(["withdraw", "5 FROZEN-111111", "5 CHESS-222222", "EGLD"]);
});
