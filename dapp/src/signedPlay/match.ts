import { type Color, otherColor } from "../chain/game";
import type { Message } from "../i18n/i18n";
import type { SignedGameId, SignedMessage } from "./message";
import { endOnBoard, plyCount, type Said, type SignedEnd } from "./standing";
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

/** What the messages of another round of the same match belong to. */
export const roundOf = (id: SignedGameId, round: number, points: number): SignedGameId => ({
  ...id,
  round,
  points,
  ...((round - id.round) % 2 === 0 ? {} : { whiteKey: id.blackKey, blackKey: id.whiteKey }),
});

/** Whether a draw must be on the chain before anybody goes on: each player could still take it back. */
export const isBroughtFirst = (game: Said, end: SignedEnd): boolean =>
  end.winner === undefined && endOnBoard(game) === undefined;

/** What a player has said about a round in which nobody has moved: that it begins, or that the match is left. */
export type Word = "begin" | "leave";

/** The first thing that was said counts. */
export function wordOf(messages: readonly SignedMessage[], color: Color): Word | undefined {
  const message = messages.find(
    ({ signer, action, moves }) =>
      signer === color && (action === "leave" || (action === "move" && moves.length === 0)),
  );
  // White's first move says that it begins, too
  const hasMoved = messages.some(
    ({ signer, action, moves }) => signer === color && action === "move" && moves.length > 0,
  );
  return message?.action === "leave" ? "leave" : message || hasMoved ? "begin" : undefined;
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

/**
 * Why a message can't be signed or taken in a round after the first; none if it can.
 * @param messages what is known of that round
 * @param isOnChain the chain is in that round: nobody needs the other's word
 */
export function faultInRound(
  messages: readonly SignedMessage[],
  { signer, action, moves }: Pick<SignedMessage, "signer" | "action" | "moves">,
  isOnChain: boolean,
): Message | undefined {
  const own = wordOf(messages, signer);
  const theirs = wordOf(messages, otherColor(signer));
  const plies = plyCount(moves);
  if (own === "leave") return "who has left the match says nothing more";
  if (action === "leave")
    return own === "begin" || isOnChain ? "who has begun a round doesn't leave before it" : undefined;
  if (action === "move" && plies === 0) return isOnChain ? "the round has begun" : undefined;
  // White's first move says that the round begins, and needs Black's word
  const isFirst = action === "move" && plies === 1;
  if (!isOnChain && theirs !== "begin") return "the opponent hasn't begun this round";
  if (!isOnChain && own !== "begin" && !isFirst) return "this round hasn't begun";
  return undefined;
}
