import type { ReactNode } from "react";
import { type Color, otherColor } from "../chain/game";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import styles from "./GameFrame.module.css";

interface Props {
  /** The view's name for a screen reader. */
  title: string;
  /** The color at the board's lower edge. */
  orientation: Color;
  bar: (color: Color) => ReactNode;
  board: ReactNode;
  /** The content over the board's middle. */
  result?: ReactNode;
  /** Leaves zen mode, if the view is in it. */
  onLeaveZen?: (() => void) | undefined;
  /** A class for the element around the board. */
  boardClass?: string | undefined;
  /** The game's state, its moves, and the player's actions. */
  panel: ReactNode;
  /** Information about the game, in its own element. */
  children: ReactNode;
  /** The attributes that tests and styles use; a busy game is hidden for a second at most. */
  data: { "data-testid": string; "aria-busy"?: boolean } & Record<
    `data-${string}`,
    string | number | boolean | undefined
  >;
}

/** A game: the board between both sides' bars, the panel beside it, and information about the game. */
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

/** A card with information about a game, under its number. */
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
