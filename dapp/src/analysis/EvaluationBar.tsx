import type { CSSProperties } from "react";
import { t } from "../i18n/i18n";
import styles from "./EvaluationBar.module.css";
import { type Evaluation, evaluationText, winningChance } from "./stockfish/uci";

/** White's share of the bar is White's chance. */
export function EvaluationBar({ evaluation, flipped }: { evaluation: Evaluation | undefined; flipped: boolean }) {
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
