import { Address } from "@multiversx/sdk-core/out/core/address";
import { type Color, otherColor } from "../chain/game";
import type { SignedGameId, SignedMessage } from "./message";
import { endOnBoard, type Said, type SignedEnd } from "./standing";
import type { TranscriptStore } from "./transcripts";

/** The rules of matches for who signs: docs/signed-play.md, "In a match besides". */

/** A win is two points, a draw one: those of who was White in round 0. */
export function pointsAfter(
  { round, points }: Pick<SignedGameId, "round" | "points">,
  winner: Color | undefined,
): number {
  if (!winner) return points + 1;
  return winner === firstsColor(round) ? points + 2 : points;
}

/** The colour in a round of who was White in round 0. */
export const firstsColor = (round: number): Color => (round % 2 === 0 ? "white" : "black");

/** The colour in another round of who has a colour in this one. */
export const colorIn = (color: Color, from: number, to: number): Color =>
  (to - from) % 2 === 0 ? color : otherColor(color);

/** The single game that messages belong to; the contract's address in bech32, the keys as the chain names them. */
export const signedGameId = (contract: string, id: number, keys: Record<Color, Uint8Array>): SignedGameId => ({
  contract: Uint8Array.from(Address.newFromBech32(contract).getPublicKey()),
  id,
  whiteKey: Uint8Array.from(keys.white),
  blackKey: Uint8Array.from(keys.black),
  round: 0,
  points: 0,
});

/** The game that the messages of another round of the same match belong to. */
export const roundOf = (id: SignedGameId, round: number, points: number): SignedGameId => ({
  ...id,
  round,
  points,
  ...((round - id.round) % 2 === 0 ? {} : { whiteKey: id.blackKey, blackKey: id.whiteKey }),
});

/** Whether a draw must be on the chain before anybody goes on: each player could still take it back. */
export const isBroughtFirst = (game: Said, end: SignedEnd): boolean =>
  end.winner === undefined && endOnBoard(game) === undefined;

/** A player's word about a round in which nobody has moved: that it begins, or that the match is left. */
export type Word = "begin" | "leave";

/** The first thing that was said counts; White's first move says that the round begins, too. */
export function wordOf(messages: readonly SignedMessage[], color: Color): Word | undefined {
  const said = messages.find(({ signer, action }) => signer === color && (action === "leave" || action === "move"));
  return said && (said.action === "leave" ? "leave" : "begin");
}

/**
 * The points with which a player has begun the next round, or left before it, as it is kept: also before a reload, or in
 * another tab.
 */
export async function pointsSpokenOf(
  store: Pick<TranscriptStore, "get">,
  id: SignedGameId,
  color: Color,
): Promise<number | undefined> {
  for (const points of [id.points, id.points + 1, id.points + 2]) {
    const kept = await store.get(roundOf(id, id.round + 1, points), otherColor(color));
    if (kept && wordOf(kept.messages, kept.color)) return points;
  }
  return undefined;
}
