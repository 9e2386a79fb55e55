import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import { useRelayPath } from "../chain/relayUrl";
import { changeBy, type PlayerRatings, pauseAfter } from "./rating";

/** For that long beside a name. */
const FRESH_MS = 10_000;
/** So seldom a relay is asked again that has given no answer. */
const AGAIN_MS = 60_000;

/** A relay's answer: null if it has no ratings of this contract's players. */
type Told = PlayerRatings | null;

/** When to ask again, by what was told; false for never. */
type Again = (known: Told | undefined) => number | false;

/**
 * A player's ratings from the relay; nothing without a relay that reads them.
 * @param freshMs for how long what was told is taken for new
 */
export function useRatings(
  player: string | undefined,
  freshMs = FRESH_MS,
  again: Again = () => false,
): PlayerRatings | undefined {
  const ask = useRatingsQuery();
  return useQuery(ask(player, freshMs, again)).data ?? undefined;
}

/** How the relay is asked for a player's ratings. */
export function useRatingsQuery() {
  const ratings = useRelayPath(`ratings/${useChain().settings.contract}`);
  return (player: string | undefined, staleTime: number, again: Again) => ({
    ...ratingsQuery(`${ratings}/${player}`, again),
    enabled: Boolean(ratings && player),
    staleTime,
  });
}

/** Where a relay has no answer now, such as behind a proxy of a relay that starts anew, it may have one later. */
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

/** The change of a player's rating by a game that is over on the chain, as soon as a relay knows it. */
export function useRatingChange(player: string, game: number) {
  const [since] = useState(Date.now);
  const known = useRatings(player, undefined, (known) =>
    known === null || (known && changeBy(known, game)) ? false : pauseAfter(Date.now() - since),
  );
  return known && changeBy(known, game);
}
