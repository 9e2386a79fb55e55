import { useQuery } from "@tanstack/react-query";
import { useChain } from "../../chain/ChainContext";
import { NOBODY } from "../../chain/game";
import { useRelayPath } from "../../chain/relayUrl";
import type { PurseLink } from "../../signedPlay/purseLink";

/** The first word of the keys under which purses' wallets are remembered. */
export const OWNERS = "purses";
const FRESH_MS = 60_000;

const NONE: readonly PurseLink[] = [];

/** Where a relay lists this contract's purses. */
export function usePursesUrl(): string | undefined {
  const { contract } = useChain().settings;
  return useRelayPath(`purses/${contract}`);
}

/** The relay's links in which an account is the purse or the wallet. */
function usePurseLinks(address: string | undefined): readonly PurseLink[] {
  const url = usePursesUrl();
  const { data } = useQuery({
    queryKey: [OWNERS, url, address],
    queryFn: async () => (await import("./linksOf")).linksOf(url ?? "", address ?? ""),
    enabled: Boolean(url && address && address !== NOBODY),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
    // no view waits for it
    retry: false,
  });
  return data ?? NONE;
}

/** The wallet that an account plays for, if it is a purse with a name; else the account itself. */
export function useOwner(address: string): string {
  return usePurseLinks(address).find(({ purse }) => purse === address)?.wallet ?? address;
}

/** A player's accounts: the wallet, and the purses that have its name. */
export function useAccounts(player: string | undefined): readonly [owner: string | undefined, ...purses: string[]] {
  const own = usePurseLinks(player).find(({ purse }) => purse === player);
  const owner = own?.wallet ?? player;
  const purses = usePurseLinks(owner).filter(({ wallet }) => wallet === owner);
  return [owner, ...purses.map(({ purse }) => purse)];
}
