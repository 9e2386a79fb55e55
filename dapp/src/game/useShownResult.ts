import { useCallback, useEffect, useMemo, useState } from "react";
import { sessionStore, tryToKeep } from "../browser/storage";
import { useChain } from "../chain/ChainContext";
import { isOver } from "../chain/game";
import type { Table } from "./useGameTable";

/** The result that was put away, and whether it was paid then. */
interface Closed {
  key: string;
  as: "unpaid" | "paid";
}

/** A press that was meant for the board as the game ended puts nothing away. */
const MEANT_MS = 600;

/** Where a game's result is shown, until it is put away: by its button, by Escape, on the board, or by stepping back. */
export function useShownResult({ result, end, isOpening, isLooking, room }: Table, isLatest: boolean) {
  const { contract } = useChain().settings;
  // until all is known that was signed, a game that is over looks as if it went on
  const isKnown = !isOpening && !isLooking && room?.state !== "connecting";
  const [hasSeen, setSeen] = useState(false);
  if (!hasSeen && isKnown && result.state === "ongoing") setSeen(true);
  // each game of a match has its own, and so has the match
  const { id, match } = result;
  const key = `chess.resultClosed.${contract}.${id}.${match ? `${match.round}.${match.played}` : 0}`;
  const [closed, setClosed] = useState<Closed>();
  const known = useMemo(() => sessionStore.getItem(key) as Closed["as"] | null, [key]);
  const closedAs = closed?.key === key ? closed.as : known;
  const as = end ? "unpaid" : "paid";
  const putAway = useCallback(() => {
    setClosed({ key, as });
    // where it can't be kept it comes back with a reload
    tryToKeep(key, as, sessionStore);
  }, [key, as]);
  /**
   * Over the board for who has seen the game end, beside it for who comes later or if it was paid since it was put away.
   * None while the game continues, and once the result is put away.
   */
  const place = !isOver(result) || closedAs === as ? undefined : hasSeen && !closedAs ? "board" : "side";
  const isOnBoard = place === "board";
  useEffect(() => {
    if (isOnBoard && !isLatest) putAway();
  }, [isOnBoard, isLatest, putAway]);
  useEffect(() => {
    if (!isOnBoard) return;
    const since = Date.now();
    const onPress = ({ target, button }: PointerEvent) => {
      const isBoard = (target as Element).closest?.("[data-testid=board]");
      if (isBoard && button === 0 && Date.now() >= since + MEANT_MS) putAway();
    };
    addEventListener("pointerdown", onPress, true);
    return () => removeEventListener("pointerdown", onPress, true);
  }, [isOnBoard, putAway]);
  return { place, putAway };
}

export type ShownResult = ReturnType<typeof useShownResult>;
