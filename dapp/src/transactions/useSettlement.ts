import { useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { type Game, isOver } from "../chain/game";
import { findCalls, type GameCalls } from "./gameCalls";
import { settlement } from "./settlement";

/** The API comes to know a transaction somewhat later than the gateway. */
const AGAIN_MS = 5_000;
const ATTEMPTS = 4;

/** The facts about a game that the network's API gives; for a running game, only when it began. */
export function useGameCalls(game: Game, isAsked = true): GameCalls {
  const { settings, gateway } = useChain();
  const hasEnded = isOver(game);
  const { data } = useQuery({
    queryKey: ["calls", game.id, hasEnded],
    queryFn: async () => {
      const calls = await findCalls(settings, gateway, game);
      return hasEnded ? calls : { began: calls.began };
    },
    enabled: isAsked,
    staleTime: "static",
    refetchInterval: ({ state }) =>
      hasEnded && !state.data?.settlement && state.dataUpdateCount + state.errorUpdateCount < ATTEMPTS && AGAIN_MS,
  });
  return data ?? {};
}

/** The hash of the transaction that has ended a game: this browser's own, or one that the network's API knows. */
export function useSettlement(game: Game): string | undefined {
  const { settings } = useChain();
  const own = settlement(settings.contract, { game: game.id, plies: game.plies });
  const calls = useGameCalls(game, isOver(game) && own === undefined);
  return isOver(game) ? (own ?? calls.settlement) : undefined;
}
