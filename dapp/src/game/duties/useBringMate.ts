import { useEffect, useRef } from "react";
import { useNow } from "../../browser/useNow";
import { t } from "../../i18n/i18n";
import type { SignedTable } from "../line/useSignedTable";
import { RANK_MS } from "./duty";

/** So long the mated page is given to acknowledge the mate: an acknowledged one is paid at once. */
const ACKNOWLEDGES_MS = 2_000;
/** And so long a relay that brings games to the chain. */
const RELAY_MS = 6_000;

/**
 * Brings a mate to the chain that the mated player doesn't acknowledge: who could still bring an older state must not be
 * first. Once; whoever turns the wallet's window away has the button.
 */
export function useBringMate(signed: SignedTable | undefined, paused: boolean): void {
  const { end, session, chain, snapshot, room, busy, isAhead, bring } = signed ?? {};
  const isOpen = end?.reason === "Checkmate" && end.winner === session?.game.color && !end.isFinal && isAhead === true;
  // between two rounds of a match the players continue without the chain
  const isUrgent =
    isOpen && !signed?.match?.interval && snapshot?.stake !== undefined && chain?.game.awaits !== "longerGame";
  const now = useNow(isUrgent);
  // the mate was given on another device: two calls would cost two fees
  const later = session?.hasLastWord === false ? RANK_MS : 0;
  const wait = later + (room?.brings ? RELAY_MS : ACKNOWLEDGES_MS);
  const matedAt = session?.game.messages.at(-1)?.at ?? now;
  const isDue = isUrgent && !busy && !paused && now > matedAt + wait;
  const wasBrought = useRef(false);
  useEffect(() => {
    if (!isDue || wasBrought.current) return;
    wasBrought.current = true;
    bring?.(t("Bring the mate to the chain"));
  }, [isDue, bring]);
}
