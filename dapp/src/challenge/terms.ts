import type { Side, TimeControl } from "../chain/game";
import type { Payment } from "../chain/payment";

/** What a challenger wants. */
export interface ChallengeTerms {
  opponent: string | undefined;
  side: Side;
  stake: Payment | undefined;
  clock: TimeControl | undefined;
  rounds: number;
}
