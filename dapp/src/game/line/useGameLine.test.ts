import { expect, test } from "vitest";
import { isWaiting } from "./useGameLine";
import type { SignedTable } from "./useSignedTable";

/** Whether nobody moves in a game that goes on by signature, but for what is given. */
function waits(given: Partial<SignedTable> = {}): boolean {
  const signed = { isTimeOver: false, mustBring: false, session: { isPlayedElsewhere: false }, ...given };
  return isWaiting({ signed: signed as SignedTable, isOpening: false, isLooking: false });
}

test("once what the chain awaits in an earlier round is late, no move is made in a later one", () => {
  expect(waits()).toBe(false);
  expect(waits({ isTimeOver: true })).toBe(true);
});
