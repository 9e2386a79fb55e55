import { useEffect } from "react";
import { useNow } from "../../browser/useNow";
import { surelyOver } from "../../signedPlay/clock";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";

/**
 * In a game by signature the pages keep the clocks, and who runs out of time resigns by the own page: the opponent
 * would have to ask on the chain else, and both would wait.
 *
 * The clock that is shown goes by the relay's times, so that both pages count alike. A resignation is final, so it
 * takes this page's own times as well: a relay can make up its times, or hold a move back.
 * And the relay is asked first: this player may have moved in another browser.
 */
export function useResignOnTime(signed: SignedTable | undefined, timers: Timers): void {
  const { turn, awaits } = signed?.snapshot.game ?? {};
  const isKnown = signed !== undefined && !signed.isLooking;
  const isYours = isKnown && !signed.end && awaits === "move" && turn === signed.session.game.color;
  const shown = isYours && turn ? timers.players[turn].until : undefined;
  const clocks = signed?.snapshot.clocks;
  const until = clocks && turn ? surelyOver(clocks, shown, signed.ownTimes, turn) : undefined;
  const now = useNow(until !== undefined);
  const isOver = until !== undefined && now > until;
  const session = signed?.session;
  useEffect(() => {
    if (isOver) session?.say("resign");
  }, [isOver, session]);
}
