import type { ReactNode } from "react";
import { type Color, otherColor } from "../chain/game";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import styles from "./GameFrame.module.css";

interface Props {
  /** The view's name for a screen reader. */
  title: string;
  /** The color at the lower edge. */
  orientation: Color;
  bar: (color: Color) => ReactNode;
  board: ReactNode;
  /** The content over the board's middle. */
  result?: ReactNode;
  /** Leads out of zen mode, where the view is in it. */
  onLeaveZen?: (() => void) | undefined;
  /** A class for what is around the board. */
  boardClass?: string | undefined;
  /** How it stands, its moves, what can be done. */
  panel: ReactNode;
  /** Information about the game, in its own element. */
  children: ReactNode;
  /** The attributes that tests and styles use; a busy game isn't shown, for a second at most. */
  data: { "data-testid": string; "aria-busy"?: boolean } & Record<
    `data-${string}`,
    string | number | boolean | undefined
  >;
}

/** A game: the board between both sides' bars, the panel beside it, and what is said about it. */
export function GameFrame({ title, orientation, bar, board, result, panel, children, data, ...props }: Props) {
  const { onLeaveZen, boardClass } = props;
  return (
    <main className={styles.game} {...data}>
      <h1 className="visually-hidden">{title}</h1>
      <div className={styles.table}>
        {bar(otherColor(orientation))}
        <div className={boardClass ? `${styles.board} ${boardClass}` : styles.board}>
          {board}
          {result}
        </div>
        {bar(orientation)}
      </div>
      <div className={styles.panel}>{panel}</div>
      {children}
      {onLeaveZen && (
        <Button look="quiet" className={styles.leave} onClick={onLeaveZen}>
          {t("Leave zen")}
        </Button>
      )}
    </main>
  );
}

/** Information about a game beside its board: under its number. */
export function AboutGame({ id, label, children }: { id: number; label: string; children: ReactNode }) {
  return (
    <aside className="stack" aria-label={label}>
      <section className="card stack">
        <h2>{t("Game {id}", { id })}</h2>
        {children}
      </section>
    </aside>
  );
}
