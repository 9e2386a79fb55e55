import { useMemo } from "react";
import type { FromTo } from "../chess/san";
import controls from "../ui/controls.module.css";
import styles from "./AccuracyReport.module.css";
import { judgementOf, type Side, sides } from "./accuracy";
import type { Evaluation } from "./uci";

interface Props {
  /** What is known of the game's positions, by the number of plies played. */
  evaluations: Readonly<Record<number, Evaluation>>;
  moves: readonly FromTo[];
}

/** How well each side played, once the engine has looked at each position. */
export function AccuracyReport({ evaluations, moves }: Props) {
  const judged = useMemo(() => {
    const known = Array.from({ length: moves.length + 1 }, (_, ply) => evaluations[ply] ?? []).flat();
    return known.map(judgementOf);
  }, [evaluations, moves.length]);
  const isComplete = judged.length === moves.length + 1;
  const found = useMemo(() => (isComplete ? sides(judged, moves) : []), [isComplete, judged, moves]);
  if (moves.length === 0) return null;
  if (!isComplete) {
    return (
      <p className={controls.muted} data-testid="accuracy">
        {judged.length} of {moves.length + 1} positions looked at
      </p>
    );
  }
  return (
    <table className={styles.report} data-testid="accuracy">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Side</span>
          </th>
          <th scope="col">Accuracy</th>
          <th scope="col" title="What a move lost on average, in hundredths of a pawn">
            Average loss
          </th>
          <th scope="col" title="How many moves were the engine's own">
            First choices
          </th>
        </tr>
      </thead>
      <tbody>
        <SideRow name="White" side={found[0]} />
        <SideRow name="Black" side={found[1]} />
      </tbody>
    </table>
  );
}

function SideRow({ name, side }: { name: string; side: Side | undefined }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{side ? `${side.accuracy.toFixed(0)}%` : "–"}</td>
      <td>{side ? side.averageLoss.toFixed(0) : "–"}</td>
      <td>{side ? `${side.firstChoices} of ${side.moves}` : "–"}</td>
    </tr>
  );
}
