import type { ReactNode } from "react";
import { useChain } from "../../chain/ChainContext";
import { SITES } from "../../chain/settings";

interface Props {
  /** Of an account or a transaction. */
  path: `${"accounts" | "transactions"}/${string}`;
  /** The replacement on the local chain, which has no explorer. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Leads to the network's explorer. */
export function ExplorerLink({ path, fallback, children }: Props) {
  const { explorer } = SITES[useChain().settings.network];
  if (!explorer) return fallback;
  return (
    <a href={`${explorer}/${path}`} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
