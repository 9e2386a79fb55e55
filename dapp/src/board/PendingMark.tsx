import styles from "./PendingMark.module.css";

interface Props {
  /** The square's column and row in squares from the top left of the board as it is shown. */
  column: number;
  row: number;
  /** Squares in a row of the board. */
  size: number;
}

/** A small clock on the target square of a move that the chain doesn't have yet. */
export function PendingMark({ column, row, size }: Props) {
  const side = 100 / size;
  return (
    <svg
      className={styles.mark}
      style={{ left: `${(column + 0.64) * side}%`, top: `${(row + 0.04) * side}%`, width: `${0.336 * side}%` }}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="10" />
      <path d="M12 7v5l3 3" />
    </svg>
  );
}
