import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import { useRelayPath } from "../chain/relayUrl";
import { changeBy, type PlayerRatings, pauseAfter } from "./rating";

/** A rating beside a name is fresh for this long. */
const FRESH_MS = 10_000;
/** The pause before a relay that gave no answer is queried again. */
const AGAIN_MS = 60_000;

/** A relay's answer: null if it has no ratings of this contract's players. */
type Told = PlayerRatings | null;

/** The pause before the next query, by the last answer; false for no further query. */
type Again = (known: Told | undefined) => number | false;

/**
 * A player's ratings from the relay; undefined without a relay that reads them.
 * @param freshMs the time for which an answer counts as fresh
 */
export function useRatings(
  player: string | undefined,
  freshMs = FRESH_MS,
  again: Again = () => false,
): PlayerRatings | undefined {
  const ask = useRatingsQuery();
  return useQuery(ask(player, freshMs, again)).data ?? undefined;
}

/** The query for a player's ratings at the relay. */
export function useRatingsQuery() {
  const ratings = useRelayPath(`ratings/${useChain().settings.contract}`);
  return (player: string | undefined, staleTime: number, again: Again) => ({
    ...ratingsQuery(`${ratings}/${player}`, again),
    enabled: Boolean(ratings && player),
    staleTime,
  });
}

/** A relay that gives no answer now, for example because it restarts behind a proxy, may give one later. */
export const ratingsQuery = (url: string, again: Again) =>
  ({
    queryKey: ["ratings", url],
    queryFn: async () => {
      const answer = await fetch(url);
      if (answer.status === 404) return null;
      return answer.ok ? await answer.json() : Promise.reject(answer);
    },
    refetchInterval: ({ state }) => (state.status === "error" ? AGAIN_MS : again(state.data)),
    refetchOnWindowFocus: false,
    // no view waits for it
    retry: false,
  }) satisfies UseQueryOptions<Told>;

/** The change of a player's rating by a game that is over on the chain, once a relay knows it. */
export function useRatingChange(player: string, game: number) {
  const [since] = useState(Date.now);
  const known = useRatings(player, undefined, (known) =>
    known === null || (known && changeBy(known, game)) ? false : pauseAfter(Date.now() - since),
  );
  return known && changeBy(known, game);
}
