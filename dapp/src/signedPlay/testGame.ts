import { createGameKey } from "./ed25519";
import type { SignedGameId } from "./message";

/** Of tests: a single game that two players may sign for, and their keys. */
export function testGame() {
  const keys = { white: createGameKey(), black: createGameKey() };
  const id: SignedGameId = {
    contract: Uint8Array.from({ length: 32 }, (_, index) => index),
    id: 7,
    whiteKey: keys.white.publicKey,
    blackKey: keys.black.publicKey,
    round: 0,
    points: 0,
  };
  return { keys, id };
}
