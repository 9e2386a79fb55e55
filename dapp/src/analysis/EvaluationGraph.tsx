import type { MouseEvent } from "react";
import { t } from "../i18n/i18n";
import { type Evaluation, winningChance } from "./stockfish/uci";

interface Props {
  evaluations: Readonly<Record<number, Evaluation>>;
  index: number;
  onStep: (index: number) => void;
}

/** White's chance after each ply; a click goes there. */
export function EvaluationGraph({ evaluations, index, onStep }: Props) {
  const plies = Object.keys(evaluations).map(Number);
  const last = Math.max(1, ...plies);
  const points = plies
    .toSorted((a, b) => a - b)
    .map((ply) => `${(ply / last) * 100},${(1 - winningChance(evaluations[ply] as Evaluation)) * 100}`);
  const go = ({ clientX, currentTarget }: MouseEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onStep(Math.round(((clientX - left) / width) * last));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys step through the moves already
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      data-known={plies.length}
      role="img"
      aria-label={t("Evaluation of the game")}
      onClick={go}
    >
      <polygon points={`0,100 ${points.join(" ")} ${plies.length > 1 ? 100 : 0},100`} fill="var(--evaluation-white)" />
      <path d="M0 50H100" stroke="var(--evaluation-edge)" strokeWidth="1" vectorEffect="non-scaling-stroke" />
      <path
        d={`M${(index / last) * 100} 0V100`}
        stroke="var(--evaluation-now)"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
