import { useQuery } from "@tanstack/react-query";
import { useChain } from "./ChainContext";
import type { ChainClock, NetworkConfig } from "./network/gateway";
import { nextSlowPoll, nextTry } from "./rest";

/** The chain's epoch, how far it is, and when that was asked; for who needs it to go on. */
export function useChainClock(isPolled = true) {
  const { gateway } = useChain();
  return useQuery({
    queryKey: ["clock"],
    queryFn: async () => ({ ...(await gateway.clock()), at: Date.now() }),
    // between two answers the page's own clock continues
    refetchInterval: (query) => (isPolled ? nextSlowPoll(query, 20_000) : nextTry(query)),
  });
}

/** How long until an epoch begins, in milliseconds; zero once it has. */
export function untilEpoch(epoch: number, clock: ChainClock, config: NetworkConfig): number {
  const rounds = (epoch - clock.epoch) * config.roundsPerEpoch - clock.roundsPassed;
  return epoch <= clock.epoch ? 0 : rounds * config.roundMs;
}

/** When an epoch begins, by this machine's clock; undefined until the chain has said what time it is. */
export function useEpochStart(epoch: number, isPolled: boolean): number | undefined {
  const { config } = useChain();
  const { data: clock } = useChainClock(isPolled);
  return clock && clock.at + untilEpoch(epoch, clock, config);
}
