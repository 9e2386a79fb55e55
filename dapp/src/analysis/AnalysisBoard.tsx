import type { CSSProperties } from "react";
import { ChessBoard } from "../board/ChessBoard";
import type { Color } from "../chain/game";
import { attackedKing } from "../chess/san";
import { turnOf } from "../chess/start";
import { t } from "../i18n/i18n";
import styles from "./AnalysisBoard.module.css";
import { type Evaluation, evaluationText, winningChance } from "./stockfish/uci";
import type { Study } from "./useAnalysis";

/** The class of the element around it. */
export const boardClass = styles.board;

interface Props {
  study: Study;
  orientation: Color;
  /** Whether the evaluation is shown beside it. */
  hasBar: boolean;
}

/** The shown position, on which moves can be tried, with the engine's evaluation. */
export function AnalysisBoard({ study: { fen, lastMove, tried, engine }, orientation, hasBar }: Props) {
  const evaluation = engine.evaluations[fen];
  return (
    <>
      {hasBar && <EvaluationBar evaluation={evaluation} flipped={orientation === "black"} />}
      <ChessBoard
        fen={fen}
        orientation={orientation}
        turn={turnOf(fen)}
        check={attackedKing(fen)}
        lastMove={lastMove}
        dests={tried.dests}
        onMove={(from, to) => tried.play({ from, to })}
        arrow={engine.isOn ? evaluation?.best : undefined}
      />
    </>
  );
}

/** White's share of the bar is White's chance. */
function EvaluationBar({ evaluation, flipped }: { evaluation: Evaluation | undefined; flipped: boolean }) {
  const white = evaluation ? winningChance(evaluation) : 0.5;
  return (
    <div
      className={flipped ? `${styles.bar} ${styles.flipped}` : styles.bar}
      role="img"
      data-testid="evaluation-bar"
      aria-label={t("Evaluation {value}", { value: evaluationText(evaluation) })}
    >
      <div className={styles.white} style={{ "--share": `${white * 100}%` } as CSSProperties} />
    </div>
  );
}
