import { useEffect } from "react";
import { useNow } from "../../browser/useNow";
import { otherColor } from "../../chain/game";
import { canMate } from "../../chess/rules";
import { surelyOver } from "../../signedPlay/clock";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";

/**
 * From when on this player is surely out of time; none if nobody's time runs that could cost them the game. A player
 * who has claimed a draw has stopped the clock: on the chain a resignation would undo the claim while that is open.
 */
export function resignsAt(signed: SignedTable, timers: Timers): number | undefined {
  const { snapshot, session, chain, end, ownTimes, pauses } = signed;
  const { game, clocks } = snapshot;
  const { color } = session.game;
  const isYours = session.playsAhead && !end && chain.game.awaits === "move" && game.turn === color;
  // while both can take their stakes back nobody moves
  if (!isYours || !clocks || pauses.isReclaimable || session.game.said(color, "draw")) return undefined;
  // against a player who can't mate it is a draw, which the chain decides (FIDE 6.9)
  if (!canMate(snapshot.moves, otherColor(color))) return undefined;
  return surelyOver(clocks, timers.players[color].until, ownTimes);
}

/**
 * In a game by signature the pages keep the clocks, and who runs out of time resigns by the own page: the opponent
 * would have to ask on the chain else, and both would wait.
 *
 * The clock that is shown goes by the relay's times, so that both pages count alike. A resignation is final, so it
 * takes this page's own times as well: a relay can make up its times, or hold a move back.
 * And the page must have the last word, at a relay that has the same game and has just answered: this player may have
 * moved on another device, and a machine that slept doesn't know it yet.
 */
export function useResignOnTime(signed: SignedTable | undefined, timers: Timers): void {
  const until = signed && resignsAt(signed, timers);
  const now = useNow(until !== undefined);
  const isOver = until !== undefined && now > until && signed?.room?.isTimely !== false;
  const session = signed?.session;
  useEffect(() => {
    if (isOver) session?.say("resign");
  }, [isOver, session]);
}
