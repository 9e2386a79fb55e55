import { useCallback, useEffect, useMemo, useState } from "react";
import { sessionStore, tryToKeep } from "../browser/storage";
import { useChain } from "../chain/ChainContext";
import { isOver } from "../chain/game";
import type { Table } from "./useGameTable";

/** The result that was closed, and whether it was paid by then. */
interface Closed {
  key: string;
  as: "unpaid" | "paid";
}

/** A press this soon after the end was meant for the board, and doesn't close the result. */
const MEANT_MS = 600;

/** The place of a game's result, until it is closed: by its button, by Escape, by a press on the board, or by stepping back. */
export function useShownResult({ result, end, isOpening, isLooking, room }: Table, isLatest: boolean) {
  const { contract } = useChain().settings;
  // until all signed messages are known, a finished game looks like a running one
  const isKnown = !isOpening && !isLooking && room?.state !== "connecting";
  const [hasSeen, setSeen] = useState(false);
  if (!hasSeen && isKnown && result.state === "ongoing") setSeen(true);
  // each game of a match has its own result, and so does the match
  const { id, match } = result;
  const key = `chess.resultClosed.${contract}.${id}.${match ? `${match.round}.${match.played}` : 0}`;
  const [closed, setClosed] = useState<Closed>();
  const known = useMemo(() => sessionStore.getItem(key) as Closed["as"] | null, [key]);
  const closedAs = closed?.key === key ? closed.as : known;
  const as = end ? "unpaid" : "paid";
  const putAway = useCallback(() => {
    setClosed({ key, as });
    // if it can't be stored, the result comes back with a reload
    tryToKeep(key, as, sessionStore);
  }, [key, as]);
  /**
   * Over the board for a viewer who saw the game end; beside it for one who came later, or if it was paid after it was
   * closed. Undefined while the game continues, and once the result is closed.
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
