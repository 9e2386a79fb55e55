import type { Role } from "chessops";
import type { Preference } from "../browser/preferences";
import type { Color } from "../chain/game";
import styles from "./ThemeSample.module.css";

interface Props {
  board: Preference<"board">;
  pieces: Preference<"pieces">;
  /** The pieces on the squares, by rows. */
  squares: readonly `${Color} ${Role}`[];
  columns: number;
}

/** A few squares as a board of some colours with some pieces has them. */
export function ThemeSample({ board, pieces, squares, columns }: Props) {
  const rows = squares.length / columns;
  const size = {
    gridTemplateColumns: `repeat(${columns}, 1fr)`,
    aspectRatio: columns / rows,
    backgroundSize: `${200 / columns}% ${200 / rows}%`,
  };
  return (
    <span
      className={`${styles.sample} cg-wrap pieces`}
      data-board={board}
      data-pieces={pieces}
      data-testid="sample"
      style={size}
      aria-hidden="true"
    >
      {squares.map((piece) => (
        <piece key={piece} className={piece} />
      ))}
    </span>
  );
}
