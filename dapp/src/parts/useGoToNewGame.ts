import { useEffect, useRef } from "react";
import { usePlayerGames } from "../chain/hooks";
import { navigate } from "../router";

/** The newest game is all that matters. */
const NEWEST = 1;

/** Opens the player's game that begins while the lobby is shown: the one waited for, or the one just joined. */
export function useGoToNewGame(player: string | undefined) {
  const { data, isPlaceholderData } = usePlayerGames(player, 0, NEWEST);
  const known = useRef<{ player: string | undefined; id: number }>(undefined);
  useEffect(() => {
    if (!data || isPlaceholderData) return;
    const newest = data.games[0];
    const id = newest?.id ?? 0;
    const before = known.current?.player === player ? known.current?.id : undefined;
    known.current = { player, id };
    if (before !== undefined && id > before && newest?.state === "ongoing") navigate({ view: "game", id });
  }, [player, data, isPlaceholderData]);
}
