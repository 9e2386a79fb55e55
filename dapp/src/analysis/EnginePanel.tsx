import type { ReactNode } from "react";
import { sanOf } from "../chess/san";
import controls from "../ui/controls.module.css";
import styles from "./EnginePanel.module.css";
import { EvaluationGraph } from "./EvaluationGraph";
import { evaluationText } from "./uci";
import type { Stockfish } from "./useStockfish";

interface Props {
  engine: Stockfish;
  /** The game is the player's own and goes on: the engine stays off. */
  isPlaying: boolean;
  fen: string;
  index: number;
  onStep: (index: number) => void;
  /** How the game stands. */
  children: ReactNode;
}

/** The engine's word on the position, and the graph of the whole game. */
export function EnginePanel({ engine, isPlaying, fen, index, onStep, children }: Props) {
  const now = engine.evaluations[index];
  return (
    <section className={`${controls.card} ${styles.panel}`} aria-label="Engine" data-testid="engine">
      <header className={styles.header}>
        <div>{children}</div>
        {!isPlaying && (
          <button
            type="button"
            className={controls.button}
            aria-pressed={engine.isOn}
            onClick={engine.isOn ? engine.stop : engine.start}
          >
            {engine.isOn ? "Stop Stockfish" : "Ask Stockfish"}
          </button>
        )}
      </header>
      <p className={styles.line} data-testid="evaluation">
        {engine.problem ??
          (engine.isOn ? (
            <>
              <b>{evaluationText(now)}</b>{" "}
              {now?.best && (
                <>
                  best <b>{sanOf(fen, now.best)}</b>
                </>
              )}{" "}
              <small>{now ? `depth ${now.depth}` : "thinking"}</small>
            </>
          ) : (
            <small>
              {isPlaying
                ? "You play this game: Stockfish can be asked when it is over."
                : "It runs in this browser; 0.6 MB are loaded."}
            </small>
          ))}
      </p>
      <div className={styles.graph}>
        {engine.isOn && <EvaluationGraph evaluations={engine.evaluations} index={index} onStep={onStep} />}
      </div>
    </section>
  );
}
