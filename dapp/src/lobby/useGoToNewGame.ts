import { skipToken, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { tellBegin, useIconDot } from "../browser/notices";
import { navigate } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import { nextPoll, nextSlowPoll } from "../chain/rest";

/** The number of newest games among which one may have begun. */
const NEWEST = 5;

/**
 * Opens the player's game that begins while the lobby is shown: one that the player waited for or has joined, or an accepted
 * challenge. A waiting player is notified even in a background tab, because the clock runs already.
 */
export function useGoToNewGame(player: string | undefined, isWaiting: boolean) {
  const { chess } = useChain();
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: ["games", player, "newest"],
    queryFn: player === undefined ? skipToken : async () => (await chess.playerGames(player, 0, NEWEST)).items,
    refetchInterval: (query) => {
      if (isWaiting) return nextPoll(query, 1_000, 4_000);
      const mayBegin = query.state.data?.some(({ state }) => state === "open");
      return mayBegin ? nextPoll(query, 2_000, 15_000) : nextSlowPoll(query, 2_000);
    },
    refetchIntervalInBackground: true,
  });
  const known = useRef<{ player: string | undefined; waiting: Set<number>; newest: number }>(undefined);
  useIconDot(isWaiting);
  useEffect(() => {
    // data from before the lobby was left are no news
    if (data === undefined || !isFetchedAfterMount) return;
    const before = known.current?.player === player ? known.current : undefined;
    const waiting = new Set(data.filter(({ state }) => state === "open").map(({ id }) => id));
    known.current = { player, waiting, newest: data[0]?.id ?? 0 };
    const begun = data.find(
      ({ id, state }) => before && state === "ongoing" && (id > before.newest || before.waiting.has(id)),
    );
    if (!begun) return;
    tellBegin(begun.id);
    navigate({ view: "game", id: begun.id });
  }, [player, data, isFetchedAfterMount]);
}
