import type { Square } from "chessops";
import { Suspense } from "react";
import { placeOf } from "../board/PromotionPicker";
import type { Color } from "../chain/game";
import { extra } from "../ui/extra";
import styles from "./ResultOverlay.module.css";
import type { Table } from "./useGameTable";
import type { ShownPosition } from "./useShownPosition";
import type { ResultPlace, ShownResult } from "./useShownResult";

export const loadResult = () => import("./ResultOverlay");
const ResultOverlay = extra(loadResult, "ResultOverlay");

interface Props {
  table: Table;
  shown: ShownResult;
  /** The place that this is. */
  at: ResultPlace;
  position: ShownPosition;
  orientation: Color;
}

/** The board's middle, or that half of it in which nothing has just happened: where the last move went is seen. */
function halfFor(square: Square | undefined, orientation: Color): "middle" | "upper" | "lower" {
  const { row } = square === undefined ? { row: 0 } : placeOf(square, orientation);
  if (row < 2 || row > 5) return "middle";
  return row < 4 ? "lower" : "upper";
}

/** A game's result, if this is where it is shown. */
export function GameResult({ table, shown, at, position, orientation }: Props) {
  if (shown.place !== at) return null;
  const { result, snapshot, you, rematch, end, signed } = table;
  const told = { game: result, stake: snapshot.stake, you, rematch, end, signed, onClose: shown.putAway };
  return (
    <Suspense>
      {at === "board" ? (
        <div className={styles.over} data-half={halfFor(position.shown?.move.to, orientation)}>
          <ResultOverlay {...told} />
        </div>
      ) : (
        <ResultOverlay {...told} />
      )}
    </Suspense>
  );
}
