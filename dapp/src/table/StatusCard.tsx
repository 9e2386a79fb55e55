import type { ComponentProps, ReactNode } from "react";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import styles from "./GameStatus.module.css";
import { isLong, lookingAtText, ProposedMove, RecentMoves } from "./StatusSlot";

/** Titles longer than this need smaller letters: there are buttons beside them. */
const LONG = 18;

interface Props {
  title: string;
  /** Beside the title. */
  aside: ReactNode;
  detail: string;
  /** The moves in notation; undefined if the detail needs their place. */
  moves: readonly string[] | undefined;
  /** It is the player's turn. */
  isYours: boolean;
  /** The shown ply, if it isn't the last one. */
  lookingAt: number | undefined;
  onBack: () => void;
  /** A move that waits for the player's confirmation. */
  proposal: ComponentProps<typeof ProposedMove> | undefined;
  /** The player's other choices. */
  children: ReactNode;
}

/** The state of a game against a program, and its player's choices. */
export function StatusCard({ title, aside, detail, moves, isYours, lookingAt, onBack, proposal, children }: Props) {
  const isLatest = lookingAt === undefined;
  return (
    <div className={styles.place}>
      <section
        className={`box ${styles.status} ${isYours ? styles.yours : ""}`}
        data-testid="standing"
        aria-label={t("Status")}
      >
        <header className={`between ${styles.header}`}>
          <strong role="status" data-long={isLong(title, LONG)}>
            {title}
          </strong>
          {aside}
        </header>
        <p className={styles.detail}>
          {isLatest ? detail : lookingAtText(lookingAt)}
          {isLatest && moves && <RecentMoves moves={moves} />}
        </p>
        <div className={styles.slot}>
          {!isLatest ? (
            <Button onClick={onBack}>{t("Back to the game")}</Button>
          ) : proposal ? (
            <ProposedMove {...proposal} />
          ) : (
            children
          )}
        </div>
      </section>
    </div>
  );
}
