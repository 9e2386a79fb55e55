import { useEffect } from "react";
import type { Game } from "../chain/game";
import { usePlayerGames } from "../chain/queries";
import { isYourTurn } from "./order";

/**
 * So many of a player's games are asked for at once, whole pages of the lobby's: those that wait come before newer ones.
 * The same question serves the header, the lobby and the wallet's page.
 */
export const GAMES_AT_ONCE = 40;

/**
 * A player's games in which the chain waits for a move or an answer of theirs, but for the one that is `shown`. Of games
 * by signature the chain knows nothing until somebody asks there.
 * @param address the view's address: the chain is asked at each new one, and not in between
 */
export function useWaitingGames(player: string | undefined, shown: number | undefined, address: string): Game[] {
  const { data, isStale, refetch } = usePlayerGames(player, 0, GAMES_AT_ONCE, { isPolled: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew with each view
  useEffect(() => {
    if (player && isStale) refetch({ cancelRefetch: false });
  }, [address]);
  return (data?.items ?? []).filter((game) => game.id !== shown && game.hasDeadline && isYourTurn(game, player));
}
