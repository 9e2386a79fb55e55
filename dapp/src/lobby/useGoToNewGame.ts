import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { navigate } from "../app/router";
import { useChain } from "../chain/ChainContext";
import { nextPoll } from "../chain/rest";
import { notify, useIconDot } from "../ui/notices";
import { play } from "../ui/sound";

/**
 * Opens the player's game that begins while the lobby is shown: the one waited for, or the one just joined.
 * Who waits is told in a tab that nobody looks at, too: the clock runs from then on.
 */
export function useGoToNewGame(player: string | undefined, isWaiting: boolean) {
  const { chess } = useChain();
  const { data } = useQuery({
    queryKey: ["games", player, "newest"],
    queryFn: async () => (await chess.playerGames(player ?? "", 0, 1)).items[0] ?? null,
    enabled: player !== undefined,
    refetchInterval: () => nextPoll(isWaiting ? 1_000 : 2_000, isWaiting ? 4_000 : 15_000),
    refetchIntervalInBackground: isWaiting,
  });
  const known = useRef<{ player: string | undefined; id: number }>(undefined);
  useIconDot(isWaiting);
  useEffect(() => {
    if (data === undefined) return;
    const id = data?.id ?? 0;
    const before = known.current?.player === player ? known.current?.id : undefined;
    known.current = { player, id };
    if (before === undefined || id <= before || data?.state !== "ongoing") return;
    play("check");
    notify({ title: "Your game has begun", body: `Game ${id}`, tag: `chess-game-${id}` });
    navigate({ view: "game", id });
  }, [player, data]);
}
