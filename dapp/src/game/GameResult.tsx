import type { Square } from "chessops";
import { placeOf } from "../board/PromotionPicker";
import type { Color } from "../chain/game";
import { ResultOverlay } from "./ResultOverlay";
import styles from "./ResultOverlay.module.css";
import type { Table } from "./useGameTable";
import type { ShownPosition } from "./useShownPosition";
import type { ShownResult } from "./useShownResult";

interface Props {
  table: Table;
  shown: ShownResult;
  position: ShownPosition;
  orientation: Color;
}

/** The board's middle, or that half of it in which nothing has just happened: where the last move went is seen. */
function halfFor(square: Square | undefined, orientation: Color): "middle" | "upper" | "lower" {
  const { row } = square === undefined ? { row: 0 } : placeOf(square, orientation);
  if (row < 2 || row > 5) return "middle";
  return row < 4 ? "lower" : "upper";
}

/** A game's result, in the place where it is shown. */
export function GameResult({ table, shown, position, orientation }: Props) {
  const { result, snapshot, you, rematch, end, signed } = table;
  const isOnBoard = shown.place === "board";
  return (
    <div
      className={isOnBoard ? styles.over : styles.side}
      data-half={isOnBoard ? halfFor(position.shown?.move.to, orientation) : undefined}
    >
      <ResultOverlay
        game={result}
        snapshot={snapshot}
        you={you}
        rematch={rematch}
        end={end}
        signed={signed}
        isOnBoard={isOnBoard}
        onClose={shown.putAway}
      />
    </div>
  );
}
