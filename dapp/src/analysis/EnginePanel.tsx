import type { MouseEvent, ReactNode } from "react";
import { type FromTo, fenAfter, sanOf } from "../chess/san";
import { t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { Button } from "../ui/Button";
import styles from "./EnginePanel.module.css";
import { type Evaluation, evaluationText, type Line, winningChance } from "./stockfish/uci";
import type { Study } from "./useAnalysis";

interface Props {
  study: Study;
  /** The game is the player's own and still running: the engine stays off. */
  isPlaying: boolean;
  /** How well both have played, once the game is over. */
  report: ReactNode;
  /** The state of the game. */
  children: ReactNode;
}

/** The engine's evaluation of the position, and the graph of the whole game. */
export function EnginePanel({ study, isPlaying, report, children }: Props) {
  const { engine, fen, evaluations, index, step, tried } = study;
  const now = engine.evaluations[fen];
  return (
    <section className="card stack" aria-label={t("Engine")} data-testid="engine">
      <header className={`between ${styles.header}`}>
        <div>{children}</div>
        {!isPlaying && (
          <Button aria-pressed={engine.isOn} onClick={engine.isOn ? engine.stop : engine.start}>
            {engine.isOn ? t("Stop Stockfish") : t("Ask Stockfish")}
          </Button>
        )}
      </header>
      <p className={styles.line} data-testid="evaluation">
        {engine.problem ??
          (engine.isOn ? (
            <>
              <b dir="ltr">{evaluationText(now)}</b>{" "}
              {now?.best && (
                <Say text="best <0>{move}</0>" values={{ move: sanOf(fen, now.best) }} parts={[<b key="move" />]} />
              )}{" "}
              <small>{now ? t("depth {depth}", { depth: now.depth }) : t("thinking")}</small>
            </>
          ) : (
            <small>
              {isPlaying
                ? t("You play this game: Stockfish can be asked when it is over.")
                : t("It runs in this browser; 0.6 MB are loaded.")}
            </small>
          ))}
      </p>
      {engine.isOn && <Lines fen={fen} lines={now?.lines ?? []} onPlay={tried.play} />}
      <div className={styles.graph}>
        {engine.isOn && Object.keys(evaluations).length > 1 && (
          <EvaluationGraph evaluations={evaluations} index={index} onStep={step} />
        )}
      </div>
      {engine.isOn && report}
    </section>
  );
}

/** The number of the engine's lines, whose places are there before the lines are known, and of plies shown in each. */
const LINES = 3;
const PLIES = 6;

/** The best lines; a press tries the first move of one. */
function Lines({ fen, lines, onPlay }: { fen: string; lines: readonly Line[]; onPlay: (move: FromTo) => void }) {
  return (
    <ol className={styles.lines} data-testid="lines">
      {Array.from({ length: LINES }, (_, place) => {
        const line = lines[place];
        const [first] = line?.moves ?? [];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line's place is what it is
          <li key={place}>
            {line && first && (
              <button type="button" className="bare" onClick={() => onPlay(first)}>
                <b dir="ltr">{evaluationText(line)}</b> {sansOf(fen, line.moves.slice(0, PLIES)).join(" ")}
              </button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function sansOf(fen: string, moves: readonly FromTo[]): string[] {
  let position = fen;
  return moves.map((move) => {
    const san = sanOf(position, move);
    position = fenAfter(position, move);
    return san;
  });
}

interface GraphProps {
  evaluations: Readonly<Record<number, Evaluation>>;
  index: number;
  onStep: (index: number) => void;
}

/** White's chance after each ply; a click goes to that ply. */
function EvaluationGraph({ evaluations, index, onStep }: GraphProps) {
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
