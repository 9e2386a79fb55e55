import { useSyncExternalStore } from "react";
import { useChain } from "../chain/ChainContext";
import type { GatewayState } from "../chain/network/gateway";
import { type Message, msg, t } from "../i18n/i18n";
import styles from "./GatewayBanner.module.css";

const TEXT: Record<Exclude<GatewayState, "online">, Message> = {
  busy: msg("The chain's gateway is busy: what you see may be old. Nothing is lost; the page asks again by itself."),
  slow: msg(
    "The chain's gateway doesn't answer: what you see may be old. Nothing is lost; the page asks again by itself.",
  ),
  offline: msg("The chain can't be reached: what you see may be old. Check your network; the page goes on by itself."),
};

/** Says when the chain doesn't answer, over the page and without moving it. */
export function GatewayBanner() {
  const { gateway } = useChain();
  const state = useSyncExternalStore(gateway.listen, gateway.currentState);
  return (
    <div role="status" className={styles.banner} data-testid="connection">
      {state === "online" ? "" : t(TEXT[state])}
    </div>
  );
}
