import type { SignedEnd } from "../../signedPlay/standing";

/** What a player has in hand beside the chain's game. */
interface Held {
  /** More plies than the chain has. */
  isLonger: boolean;
  end: SignedEnd | undefined;
  isEndOnBoard: boolean;
  /** An end is open on the chain. */
  isOpenEnd: boolean;
  /** No round of a match comes after this one. */
  isLastRound: boolean;
}

/**
 * Whether the chain could be told something of a round by `play`. Over an end that is open there, a resignation or an
 * acknowledgement settles the last round alone: before that one every end is open, and one more word has no effect.
 */
export function isAheadOf({ isLonger, end, isEndOnBoard, isOpenEnd, isLastRound }: Held): boolean {
  if (isLonger || !end) return isLonger;
  return isOpenEnd ? end.isFinal && isLastRound : end.isFinal || !isEndOnBoard;
}
