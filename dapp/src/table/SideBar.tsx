import type { ReactNode } from "react";
import { CapturedPieces } from "../board/CapturedPieces";
import { colorName } from "../board/pieceNames";
import type { Color } from "../chain/game";
import type { Captures } from "../chess/captures";
import styles from "./PlayerBar.module.css";

interface Props {
  color: Color;
  isOnMove: boolean;
  picture: ReactNode;
  captures: Captures;
  clock?: ReactNode;
  /** The player on this side. */
  children: ReactNode;
}

/** One side of a game, and its captures. */
export function SideBar({ color, isOnMove, picture, captures, clock, children }: Props) {
  return (
    <div className={`line ${styles.bar} ${isOnMove ? styles.onMove : ""}`} data-testid="player" data-color={color}>
      {picture}
      <span className={styles.who}>
        <span className={`line ${styles.name}`}>
          <span className="visually-hidden">{colorName(color)}</span>
          {children}
        </span>
        <CapturedPieces {...captures} by={color} />
      </span>
      {clock}
    </div>
  );
}
