import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useChain } from "../chain/ChainContext";
import { challengeWindow, useGamesAtHand } from "../chain/queries";
import { isShownTo } from "../challenge/blocked";
import { isYourTurn } from "./order";

/**
 * The number of a player's newest games in one query, a multiple of the lobby's page size. The header, the lobby and the
 * wallet's page share this query.
 */
export const GAMES_AT_ONCE = 40;

/**
 * A player's games in which the chain waits for their move or answer, and the challenges that name them, except the `shown`
 * one. The chain knows a game by signature only after an ask.
 * @param address the view's address: the chain is queried at each new one, and not in between
 */
export function useWaitingGames(
  player: string | undefined,
  shown: number | undefined,
  address: string,
): { id: number }[] {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: queried again with each view
  useEffect(() => {
    for (const queryKey of [["games", player], ["challenges"]])
      client.invalidateQueries({ queryKey, stale: true }, { cancelRefetch: false });
  }, [address]);
  const { chess } = useChain();
  const { data: open } = useQuery({ ...challengeWindow(chess, 0), enabled: player !== undefined });
  const challenges = player ? (open?.items ?? []) : [];
  const named = challenges.filter((challenge) => challenge.opponent === player && isShownTo(challenge, player));
  const games = useGamesAtHand(player, GAMES_AT_ONCE).filter((game) => game.hasDeadline && isYourTurn(game, player));
  return [...games, ...named].filter(({ id }) => id !== shown);
}
