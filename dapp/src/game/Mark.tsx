import { msg, t } from "../i18n/i18n";
import type { RelayRoom } from "../signedPlay/relay/RelayRoom";
import styles from "./GameInfo.module.css";
import type { SignedTable } from "./line/useSignedTable";

interface Props {
  signed: SignedTable | undefined;
  /** The game's room at the relay, while it goes on. */
  room: RelayRoom | undefined;
  isSigned: boolean;
  plies: number;
}

const RELAY_TEXTS = {
  connecting: msg("asking the relay"),
  online: msg("relay ok"),
  offline: msg("reconnecting"),
} as const;

/** One line that tells whether all is well with what carries the game. */
export function Mark({ signed, room, isSigned, plies }: Props) {
  const isWell = room?.state !== "offline" && !signed?.session.isChainElsewhere && !signed?.session.problem;
  const parts = [
    isSigned ? t("Signed") : t("On the chain"),
    room && t(RELAY_TEXTS[room.state]),
    t("{count, plural, one {# ply} other {# plies}}", { count: plies }),
  ];
  return (
    <span data-testid={room ? "relay" : undefined} data-state={room?.state}>
      <span
        className={styles.dot}
        data-well={isWell}
        role="img"
        aria-label={isWell ? t("all is well") : t("trouble")}
      />
      {parts.filter(Boolean).join(" · ")}
    </span>
  );
}
