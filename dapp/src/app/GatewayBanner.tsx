import { useSyncExternalStore } from "react";
import { useChain } from "../chain/ChainContext";
import type { GatewayState } from "../chain/gateway";
import styles from "./GatewayBanner.module.css";

const TEXT: Record<GatewayState, string> = {
  online: "",
  busy: "The chain's gateway is busy. What you see may be old; the page asks less often now.",
  offline: "The chain can't be reached. What you see may be old; trying again…",
};

/** Says when the chain doesn't answer, over the page and without moving it. */
export function GatewayBanner() {
  const { gateway } = useChain();
  const state = useSyncExternalStore(gateway.listen, gateway.currentState);
  return (
    <div role="status" className={styles.banner} data-testid="connection">
      {TEXT[state]}
    </div>
  );
}
