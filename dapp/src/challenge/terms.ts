import type { Payment } from "../chain/contract";
import type { Side, TimeControl } from "../chain/game";

/** What a challenger wants. */
export interface ChallengeTerms {
  opponent: string | undefined;
  side: Side;
  stake: Payment | undefined;
  clock: TimeControl | undefined;
  rounds: number;
}
