import { useNow } from "../../browser/useNow";
import { RELAY_MS, waitMs } from "../../chess/rules";
import type { SignedTable } from "../line/useSignedTable";

/** Whether a relay brings what has just become due to the chain. */
export function useIsRelays(signed: SignedTable | undefined): boolean {
  const now = useNow(signed?.room?.brings === true);
  return signed !== undefined && isRelays(signed, now);
}

type Told = Pick<SignedTable, "room" | "chain" | "chainUntil" | "match">;

/** The same at a moment. */
export function isRelays({ room, chain, chainUntil, match }: Told, now: number): boolean {
  const since = Math.max(chain.changedAt, match?.leftAt ?? 0);
  return room?.brings === true && now < since + waitMs(RELAY_MS, chainUntil && chainUntil - since);
}
