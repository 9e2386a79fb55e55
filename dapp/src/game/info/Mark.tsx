import { msg, t } from "../../i18n/i18n";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import type { SignedTable } from "../line/useSignedTable";
import styles from "./GameInfo.module.css";

interface Props {
  signed: SignedTable | undefined;
  /** The game's room at the relay, while it goes on. */
  room: RelayRoom | undefined;
  isSigned: boolean;
}

const RELAY_TEXTS = {
  connecting: msg("asking the relay"),
  online: msg("relay ok"),
  offline: msg("reconnecting"),
} as const;

/** One line, also in the narrowest card, that tells whether all is well with what carries the game. */
export function Mark({ signed, room, isSigned }: Props) {
  const isWell = room?.state !== "offline" && !signed?.session.isChainElsewhere && !signed?.session.problem;
  // while the relay is away, that is what there is to say
  const kind = (!room || room.state === "online") && (isSigned ? t("Signed") : t("On the chain"));
  return (
    <span className={styles.mark} data-testid={room ? "relay" : undefined} data-state={room?.state}>
      <span
        className={styles.dot}
        data-well={isWell}
        role="img"
        aria-label={isWell ? t("all is well") : t("trouble")}
      />
      {[kind, room && t(RELAY_TEXTS[room.state])].filter(Boolean).join(" · ")}
    </span>
  );
}
