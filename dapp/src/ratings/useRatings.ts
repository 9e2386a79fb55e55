import { useQuery } from "@tanstack/react-query";
import { useChain } from "../chain/ChainContext";
import { relayPath, useRelayUrl } from "../chain/relayUrl";
import type { PlayerRatings } from "./rating";

/** So long what was told is taken for new. */
const FRESH_MS = 10_000;

/** A player's ratings as the relay tells them; nothing without a relay that reads them. */
export function useRatings(player: string | undefined): PlayerRatings | undefined {
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
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    // nobody waits for it
    retry: false,
  });
  return data ?? undefined;
}
