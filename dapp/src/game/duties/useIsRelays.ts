import { useNow } from "../../browser/useNow";
import type { SignedTable } from "../line/useSignedTable";
import { RELAY_MS } from "./due";

/** Whether a relay brings what has just become due to the chain. */
export function useIsRelays(signed: SignedTable | undefined): boolean {
  const isRelayed = signed?.room?.brings === true;
  const now = useNow(isRelayed);
  return isRelayed && now < (signed?.chain.changedAt ?? 0) + RELAY_MS;
}
