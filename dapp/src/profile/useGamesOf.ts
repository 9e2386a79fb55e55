import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { allOf, type ChessContract } from "../chain/chess";
import { type Game, isOver } from "../chain/game";
import { nextSlowPoll } from "../chain/rest";
import { scoreOf } from "./leaderboard";

/** Games of a player's accounts, the newest first: those before a game, or the newest ones for 0. `next` is the value of
 * `before` for older ones. */
async function gamesOf(chess: ChessContract, accounts: readonly string[], before: number, count: number) {
  const lists = await Promise.all(accounts.map((account) => chess.playerGames(account, before, count)));
  const found = lists.flatMap(({ items }) => items).toSorted((one, other) => other.id - one.id);
  // a game between two of the accounts is counted once
  const games: Game[] = found.filter(({ id }, index) => id !== found[index - 1]?.id);
  const items = games.slice(0, count);
  const hasMore = games.length > count || lists.some(({ next }) => next !== 0);
  return { items, next: hasMore ? (items.at(-1)?.id ?? 0) : 0 };
}

/** Games per query. */
const PAGE = 64;

/** All games of a player's accounts that are over, the newest first. */
export const finishedGames = async (chess: ChessContract, accounts: readonly string[]): Promise<Game[]> =>
  (await allOf((before) => gamesOf(chess, accounts, before, PAGE))).filter(isOver);

/** One page of these games, updated as they change. */
export function useGamesOf(accounts: readonly string[], before: number, count: number) {
  const { chess } = useChain();
  return useQuery({
    queryKey: ["games", accounts.join(), before, count],
    queryFn: () => gamesOf(chess, accounts, before, count),
    refetchInterval: (query) => nextSlowPoll(query, 2_000),
    placeholderData: keepPreviousData,
  });
}

export function useScoreOf(accounts: readonly string[]): number | undefined {
  const { chess } = useChain();
  return useQuery({
    queryKey: ["holdings", "score", accounts.join()],
    queryFn: () => scoreOf(chess, accounts),
  }).data;
}
