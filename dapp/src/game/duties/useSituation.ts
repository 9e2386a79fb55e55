import { useNow } from "../../browser/useNow";
import { useChain } from "../../chain/ChainContext";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";
import { type Weighed, weighed } from "./situation";

/** The player's answer about the game that is shown; only the time without one by signature. */
export type Situation = Partial<Weighed> & { now: number };

/** The steps due in a game by signature, and the outlook with its opponent, by the second. */
export function useSituation(signed: SignedTable | undefined, timers: Timers): Situation {
  const { config } = useChain();
  const now = useNow(signed !== undefined);
  return { now, ...(signed && weighed(signed, timers, now, config.roundMs * config.roundsPerEpoch)) };
}
