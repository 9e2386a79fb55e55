import { expect, test } from "vitest";
import { aGame } from "../../chain/testGames";
import { isBySignature } from "./useSignedSession";

const keys = { white: new Uint8Array(32), black: new Uint8Array(32) };

test("a game with keys is played by signature to ply 1,000, and no further", () => {
  const at = (plies: number) => isBySignature({ game: aGame({ plies }), keys });
  expect([at(0), at(1_000), at(1_001)]).toEqual([true, true, false]);
  expect(isBySignature({ game: aGame({ state: "drawn" }), keys })).toBe(false);
  expect(isBySignature({ game: aGame(), keys: undefined })).toBe(false);
});
