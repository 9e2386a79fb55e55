import { useSyncExternalStore } from "react";
import { useChain } from "../chain/ChainContext";
import type { GatewayState } from "../chain/network/gateway";
import { type Message, msg, t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";

const TEXT: Record<Exclude<GatewayState, "online">, Message> = {
  busy: msg("The chain is busy: what you see of it may be old."),
  silent: msg("The chain doesn't answer: what you see of it may be old."),
};

/** Says when the chain doesn't answer; the page asks again by itself. */
export function GatewayBanner() {
  const { gateway } = useChain();
  const state = useSyncExternalStore(gateway.subscribe, gateway.currentState);
  return (
    <div role="status" className={controls.banner} data-testid="connection">
      {state === "online" ? "" : t(TEXT[state])}
    </div>
  );
}
