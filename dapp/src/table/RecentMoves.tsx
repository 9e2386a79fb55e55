import { recentMoves } from "../chess/recent";
import styles from "./GameStatus.module.css";

/** The last moves where the list is out of sight: on a phone. A screen reader has the list. */
export const RecentMoves = ({ moves }: { moves: readonly string[] }) => (
  <span className={styles.recent} aria-hidden="true">
    <bdi dir="ltr">{recentMoves(moves)}</bdi>
  </span>
);
