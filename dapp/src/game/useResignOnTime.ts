import { useEffect } from "react";
import { useNow } from "../ui/useNow";
import type { SignedTable } from "./useSignedTable";
import type { Timers } from "./useTimers";

/**
 * In a game by signature the pages keep the clocks, and who runs out of time resigns by the own page: the opponent
 * would have to ask on the chain else, and both would wait.
 */
export function useResignOnTime(signed: SignedTable | undefined, timers: Timers): void {
  const { turn, awaits } = signed?.snapshot.game ?? {};
  const isYours = signed !== undefined && !signed.end && awaits === "move" && turn === signed.session.game.color;
  const until = isYours && turn ? timers.players[turn].until : undefined;
  const now = useNow(until !== undefined);
  const isOver = until !== undefined && now > until;
  const session = signed?.session;
  useEffect(() => {
    if (isOver) session?.say("resign");
  }, [isOver, session]);
}
