import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { nextSlowPoll } from "../chain/rest";

/** A page of all games, the newest first; page 0 has the newest. */
export function useAllGames(gameCount: number, page: number, size: number) {
  const { chess } = useChain();
  const last = gameCount - page * size;
  const first = Math.max(1, last - size + 1);
  return useQuery({
    queryKey: ["all games", first, last],
    queryFn: async () => (await chess.games(first, last - first + 1)).reverse(),
    enabled: last >= 1,
    refetchInterval: (query) => nextSlowPoll(query, 3_000),
    placeholderData: keepPreviousData,
  });
}
