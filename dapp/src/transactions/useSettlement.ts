import { useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { type Game, isOver } from "../chain/game";
import { findSettlement, settlement } from "./settlement";

/** The API comes to know a transaction somewhat later than the gateway. */
const AGAIN_MS = 5_000;
const ATTEMPTS = 4;

/** The hash of the transaction that has ended a game: this browser's own, or one that the network's API knows. */
export function useSettlement(game: Game): string | undefined {
  const { settings, gateway } = useChain();
  const settling = { game: game.id, plies: game.plies };
  const { data } = useQuery({
    queryKey: ["settlement", settling],
    queryFn: async () =>
      settlement(settings.contract, settling) ?? (await findSettlement(settings, gateway, game.id)) ?? null,
    enabled: isOver(game),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) =>
      !state.data && state.dataUpdateCount + state.errorUpdateCount < ATTEMPTS && AGAIN_MS,
  });
  return data ?? undefined;
}
