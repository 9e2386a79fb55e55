import { expect, test } from "vitest";
import type { SignedTable } from "../line/useSignedTable";
import { nameOf } from "./useActByItself";

const nameAt = (what: "show" | "settle", plies: number, changedAt: number) => {
  const moves = Uint8Array.from({ length: 2 * plies }, (_, index) => (index % 2 ? 21 : 6));
  const session = { game: { id: { round: 0 }, moves } };
  return nameOf({ chain: { game: { awaits: "move", plies: 0 }, changedAt }, session } as unknown as SignedTable, {
    what,
  });
};

test("a page that waits to show a game waits on while the players move, until the chain's game changes", () => {
  expect(nameAt("show", 3, 1)).toBe(nameAt("show", 4, 1));
  expect(nameAt("show", 3, 1)).not.toBe(nameAt("show", 3, 2));
  expect(nameAt("settle", 3, 1)).not.toBe(nameAt("settle", 4, 1));
});
