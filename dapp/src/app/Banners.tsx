import { useSyncExternalStore } from "react";
import { age, isPageOld } from "../browser/parts";
import { useChain } from "../chain/ChainContext";
import type { GatewayState } from "../chain/network/gateway";
import { type Message, msg, t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import styles from "./Banners.module.css";

/** Says that a part of the page is gone; board and clock go on. */
export function OldPage() {
  const isOld = useSyncExternalStore(age.subscribe, isPageOld);
  if (!isOld) return null;
  return (
    <div role="alert" className={`slip between ${styles.notice}`}>
      {t("This page is older than the site.")}
      <Button onClick={() => location.reload()}>{t("Load it again")}</Button>
    </div>
  );
}

const TEXT: Record<Exclude<GatewayState, "online">, Message> = {
  busy: msg("The chain is busy: what you see of it may be old."),
  silent: msg("The chain doesn't answer: what you see of it may be old."),
};

/** Says when the chain doesn't answer; the page repeats its queries automatically. */
export function GatewayBanner() {
  const { gateway } = useChain();
  const state = useSyncExternalStore(gateway.subscribe, gateway.currentState);
  return (
    <div role="status" className="banner" data-testid="connection">
      {state === "online" ? "" : t(TEXT[state])}
    </div>
  );
}
