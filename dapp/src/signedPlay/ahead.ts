import { pliesToUndo, type SignedEnd } from "./standing";

/** What a player has in hand beside the chain's game. */
interface Held {
  /** How many plies more than the chain has. */
  more: number;
  /** The chain's game is the beginning of this one, or the same. */
  goesOn: boolean;
  end: SignedEnd | undefined;
  /** This player has won by it. */
  isWon: boolean;
  isEndOnBoard: boolean;
  /** Why the round ends that is open on the chain; none where no end is open. */
  openEnd: string | undefined;
  /** No round of a match comes after this one. */
  isLastRound: boolean;
}

/**
 * Whether the chain could be told something of a round by `play`. An end that is open there is undone by one ply more, or
 * by two where players have made it; a resignation by a later round alone. And an acknowledgement settles the last round
 * alone: before that one every end is open, and only a resignation over an open draw has an effect.
 */
export function isAheadOf({ more, goesOn, end, isWon, isEndOnBoard, openEnd, isLastRound }: Held): boolean {
  // what the chain has gone on from is taken over in a moment, and what was said over it says nothing there
  if (more <= 0 && !goesOn) return false;
  if (openEnd === undefined) return more > 0 || (end !== undefined && (end.isFinal || !isEndOnBoard));
  if (more > 0 || openEnd === "Resignation") return more >= pliesToUndo(openEnd);
  return end?.isFinal === true && (isLastRound || (isWon && end.reason === "Resignation"));
}
