import type { Role } from "chessops";
import type { Color } from "../chain/game";
import { type Captures, VALUES } from "../chess/captures";
import { type Message, msg, t } from "../i18n/i18n";
import styles from "./CapturedPieces.module.css";

const ORDER = (Object.keys(VALUES) as Role[]).filter((role) => role !== "king");

const COUNTED: Record<Role, Message> = {
  pawn: msg("{count, plural, one {# pawn} other {# pawns}}"),
  knight: msg("{count, plural, one {# knight} other {# knights}}"),
  bishop: msg("{count, plural, one {# bishop} other {# bishops}}"),
  rook: msg("{count, plural, one {# rook} other {# rooks}}"),
  queen: msg("{count, plural, one {# queen} other {# queens}}"),
  king: msg("king"),
};

interface Props extends Captures {
  /** The player who has captured. */
  by: Color;
}

/** The pieces that a player has captured beyond the opponent's, and the player's lead in material. */
export function CapturedPieces({ taken, lead, by }: Props) {
  const opponent = by === "white" ? "black" : "white";
  const count = (role: Role) => taken.filter((captured) => captured === role).length;
  const text = ORDER.flatMap((role) => (count(role) ? t(COUNTED[role], { count: count(role) }) : []));
  if (taken.length === 0 && lead <= 0) return null;
  return (
    <span className={`line ${styles.captured}`}>
      {taken.length > 0 && (
        <span
          className={`${styles.pieces} cg-wrap pieces`}
          dir="ltr"
          role="img"
          aria-label={t("captured more: {pieces}", { pieces: text.join(", ") })}
        >
          {ORDER.flatMap((role) => taken.filter((captured) => captured === role)).map((role, index, all) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces have no other name
            <span key={index} className={all[index + 1] === role ? styles.more : undefined}>
              <piece className={`${opponent} ${role}`} />
            </span>
          ))}
        </span>
      )}
      <small dir="ltr">{lead > 0 && `+${lead}`}</small>
    </span>
  );
}
