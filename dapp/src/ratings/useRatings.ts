import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { relayPath, useRelayUrl } from "../chain/relayUrl";
import type { PlayerRatings } from "./rating";

/** For that long beside a name. */
const FRESH_MS = 10_000;
/** So seldom a relay is asked again that has given no answer. */
const AGAIN_MS = 60_000;

/** What a relay tells: null where it has no ratings of this contract's players. */
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
  const { settings } = useChain();
  const relay = useRelayUrl();
  const url = relay && player && relayPath(relay, `ratings/${settings.contract}/${player}`);
  const { data } = useQuery({ ...ratingsQuery(url || "", again), enabled: Boolean(url), staleTime: freshMs });
  return data ?? undefined;
}

/** How a relay is asked: where it has no answer now, such as behind a proxy of a relay that starts anew, it may have one later. */
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
    // nobody waits for it
    retry: false,
  }) satisfies UseQueryOptions<Told>;
