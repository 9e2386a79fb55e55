import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import type { ListPage } from "../chain/chess";
import type { Challenge } from "../chain/game";
import { challengeWindow } from "../chain/queries";
import { nextSlowPoll } from "../chain/rest";
import { isShownTo } from "../challenge/blocked";

/** The maximum number of windows of games to search for one page of open challenges. */
const WINDOWS = 3;

/** A filter of open challenges, and its name. */
export interface ChallengeFilter {
  name: string;
  takes: (challenge: Challenge) => boolean;
}

/** Open challenges that this player may accept or has made: a page of about `size`, the newest first. */
export function useOpenChallenges(
  player: string | undefined,
  before: number,
  size: number,
  isAsked: boolean,
  filter: ChallengeFilter,
) {
  const { chess } = useChain();
  const client = useQueryClient();
  return useQuery({
    queryKey: ["challenges", player, before, size, filter.name],
    queryFn: async (): Promise<ListPage<Challenge>> => {
      const items: Challenge[] = [];
      let next = before;
      for (let window = 0; window < WINDOWS; window++) {
        const page = await client.fetchQuery(challengeWindow(chess, next));
        for (const challenge of page.items) {
          if (isShownTo(challenge, player) && filter.takes(challenge)) items.push(challenge);
          // the next page continues from here
          if (items.length === size) return { next: challenge.id > 1 ? challenge.id : 0, items };
        }
        next = page.next;
        if (next === 0) break;
      }
      return { next, items };
    },
    enabled: isAsked,
    refetchInterval: (query) => nextSlowPoll(query, 3_000),
    placeholderData: keepPreviousData,
  });
}
