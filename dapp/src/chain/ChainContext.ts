import { createContext, use } from "react";
import type { ChessContract } from "./chess";
import type { Gateway, NetworkConfig } from "./network/gateway";
import type { Settings } from "./settings";

/** The chain that the page plays on. */
export interface Chain {
  settings: Settings;
  gateway: Gateway;
  config: NetworkConfig;
  chess: ChessContract;
}

export const ChainContext = createContext<Chain | undefined>(undefined);

/** The chain that the page plays on. */
export function useChain(): Chain {
  const chain = use(ChainContext);
  if (!chain) throw new Error("used outside of the chain's context");
  return chain;
}
