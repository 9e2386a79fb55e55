import { useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { relayPath, useRelayUrl } from "../chain/relayUrl";
import type { PlayerRatings } from "./rating";

/** For that long beside a name. */
const FRESH_MS = 10_000;

/**
 * A player's ratings as the relay tells them; nothing without a relay that reads them.
 * @param freshMs for how long what was told is taken for new
 * @param again when to ask again, by what was told
 */
export function useRatings(
  player: string | undefined,
  freshMs = FRESH_MS,
  again: (known: PlayerRatings | null | undefined) => number | false = () => false,
): PlayerRatings | undefined {
  const { settings } = useChain();
  const relay = useRelayUrl(settings);
  const url = relay && player && relayPath(relay, `ratings/${settings.contract}/${player}`);
  const { data } = useQuery({
    queryKey: ["ratings", url],
    queryFn: async (): Promise<PlayerRatings | null> => {
      const answer = await fetch(url || "");
      return answer.ok ? await answer.json() : null;
    },
    enabled: Boolean(url),
    staleTime: freshMs,
    refetchInterval: ({ state }) => again(state.data),
    refetchOnWindowFocus: false,
    // nobody waits for it
    retry: false,
  });
  return data ?? undefined;
}
