import { Address } from "@multiversx/sdk-core/out/core/address";
import type { Color, Snapshot } from "../../src/chain/game";
import { legalMoves } from "../../src/chess/rules";
import { fromHex } from "../../src/signedPlay/hex";
import type { ChainView } from "./protocol";

const STATES = ["ongoing", "whiteWon", "blackWon", "drawn", "open", "noResult"] as const;
/** The player, and everybody else. */
export const [YOU, OTHER] = [1, 2].map((byte) => new Address(new Uint8Array(32).fill(byte)).toBech32()) as [
  string,
  string,
];

/** With the number of changes that the program's chain has seen. */
export type VersionedSnapshot = Snapshot & { version: number };

/** The game as the contract's views tell it. */
export function snapshotOf(view: ChainView): VersionedSnapshot {
  const own = view.ownColor;
  const moves = fromHex(view.moves) ?? new Uint8Array();
  const state = STATES[view.state] ?? "ongoing";
  const side = (color: Color) => (color === own ? YOU : OTHER);
  const isPlayed = state === "ongoing" && view.awaits !== "longerGame";
  return {
    version: view.version,
    game: {
      id: 1,
      white: side("white"),
      black: side("black"),
      turn: view.turn,
      state,
      endReason: view.reason,
      deadlineEpoch: view.deadlineEpoch,
      waitEpoch: view.waitEpoch,
      hasDeadline: view.hasDeadline,
      plies: view.plies,
      awaits: view.awaits,
      match:
        view.rounds > 1
          ? { rounds: view.rounds, round: view.round, points: view.points, played: view.played }
          : undefined,
      engines: false,
    },
    challenge: undefined,
    stake: { token: "EGLD", amount: 1_000n },
    clocks: view.clock ?? undefined,
    keys: {
      white: fromHex(view.keys.white) ?? new Uint8Array(),
      black: fromHex(view.keys.black) ?? new Uint8Array(),
    },
    drawOffer: view.drawOffer ?? undefined,
    claims: { ...view.claims, illegalMove: false },
    knownPlies: 0,
    moves,
    legal: isPlayed ? legalMoves(moves) : [],
  };
}
