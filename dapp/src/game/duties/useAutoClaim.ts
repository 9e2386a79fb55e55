import { useEffect, useRef } from "react";
import { usePreference } from "../../browser/preferences";
import { type Color, playerToMove } from "../../chain/game";
import { isThreefold } from "../../chess/history";
import { t } from "../../i18n/i18n";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import type { GameSnapshot } from "../line/useGame";
import type { SignedTable } from "../line/useSignedTable";

/** Claims a draw for a player who wants that, when the position comes up for the third time on their move; once for a position. */
export function useAutoClaim(
  { game, plies, claims }: GameSnapshot,
  you: Color | undefined,
  signed: SignedTable | undefined,
  isOpen: boolean,
): void {
  const { busy, call } = useSendTransaction();
  const isWanted = usePreference("claimThreefold") === "on";
  const isYours = isOpen && you !== undefined && playerToMove(game) === you;
  // the player may be at another device, and move on
  const isHere = signed?.session.hasLastWord !== false;
  const isDue = isWanted && isYours && isHere && !busy && claims.draw && isThreefold(plies);
  const claimed = useRef<number>(undefined);
  const bring = signed?.bring;
  const isSigned = signed !== undefined;
  useEffect(() => {
    if (!isDue || claimed.current === plies.length) return;
    claimed.current = plies.length;
    const title = t("Claim a draw");
    if (isSigned) bring?.(title, "draw");
    else call(title, "claimDraw", [game.id], { settles: { game: game.id, plies: plies.length } });
  }, [isDue, isSigned, bring, plies.length, game.id, call]);
}
