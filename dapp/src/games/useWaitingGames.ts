import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Game } from "../chain/game";
import { useGamesAtHand } from "../chain/queries";
import { isYourTurn } from "./order";

/**
 * The number of a player's newest games in one request, whole pages of the lobby's: among them
 * those that wait come first. The same question serves the header, the lobby and the wallet's page.
 */
export const GAMES_AT_ONCE = 40;

/**
 * A player's games in which the chain waits for a move or an answer of theirs, but for the one that is `shown`. Of games
 * by signature the chain knows nothing until someone asks there.
 * @param address the view's address: the chain is asked at each new one, and not in between
 */
export function useWaitingGames(player: string | undefined, shown: number | undefined, address: string): Game[] {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with each view
  useEffect(() => {
    client.invalidateQueries({ queryKey: ["games", player], stale: true }, { cancelRefetch: false });
  }, [address]);
  return useGamesAtHand(player, GAMES_AT_ONCE).filter(
    (game) => game.id !== shown && game.hasDeadline && isYourTurn(game, player),
  );
}
