import { useCallback, useEffect, useMemo, useState } from "react";
import { sessionStore } from "../browser/storage";
import { useChain } from "../chain/ChainContext";
import { isOver } from "../chain/game";
import type { Table } from "./useGameTable";

/** Where a result stands: over the board for who has seen the game end, beside it for who comes later. */
export type ResultPlace = "board" | "side";

export interface ShownResult {
  /** None while the game goes on, and once the result is put away. */
  place: ResultPlace | undefined;
  putAway: () => void;
}

/** A press that was meant for the board as the game ended puts nothing away. */
const MEANT_MS = 600;

/** Where a game's result is shown, until it is put away: by its button, by Escape, on the board, or by stepping back. */
export function useShownResult({ result, isOpening, isLooking, room }: Table, isLatest: boolean): ShownResult {
  const { contract } = useChain().settings;
  // until all is known that was signed, a game that is over looks as if it went on
  const isKnown = !isOpening && !isLooking && room?.state !== "connecting";
  const [hasSeen, setSeen] = useState(false);
  if (!hasSeen && isKnown && result.state === "ongoing") setSeen(true);
  // each game of a match has its own, and so has the match
  const { id, match } = result;
  const key = isOver(result)
    ? `chess.resultSeen.${contract}.${id}.${match ? `${match.round}.${match.played}` : 0}`
    : undefined;
  const [closed, setClosed] = useState<string>();
  const wasClosed = useMemo(() => key !== undefined && sessionStore.getItem(key) !== null, [key]);
  const putAway = useCallback(() => {
    setClosed(key);
    try {
      if (key) sessionStore.setItem(key, "1");
    } catch {
      // a full store: it comes back with a reload
    }
  }, [key]);
  const place = !key || closed === key || wasClosed ? undefined : hasSeen ? "board" : "side";
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
