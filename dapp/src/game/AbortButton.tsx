import { t } from "../i18n/i18n";
import type { RelayRoom } from "../signedPlay/relay/RelayRoom";
import type { SignedSession } from "../signedPlay/SignedSession";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { useAbort } from "./duties/useAbort";

/** Calls the game off by one press, before both have moved, and agrees if the opponent wishes it. */
export function AbortButton({ session, room }: { session: SignedSession; room: RelayRoom }) {
  const abort = useAbort(session, room);
  const isWished = abort?.isWished === true;
  return (
    <button
      type="button"
      className={controls.button}
      disabled={!abort || isWished || session.isPlayedElsewhere}
      title={isWished ? t("Your opponent's page agrees as soon as it is there") : t("Both get their stakes back")}
      onClick={() => abort?.wish()}
    >
      <Icon name="close" />
      <span className={controls.label}>{isWished ? t("Aborting") : t("Abort")}</span>
    </button>
  );
}
