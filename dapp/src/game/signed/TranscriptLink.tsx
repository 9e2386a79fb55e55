import type { ReactNode } from "react";
import controls from "../../ui/controls.module.css";

/** Gives what was signed as a file. */
export function TranscriptLink({ game, text, children }: { game: number; text: string; children: ReactNode }) {
  return (
    <a
      className={controls.button}
      download={`game-${game}.json`}
      href={`data:application/json;charset=utf-8,${encodeURIComponent(text)}`}
    >
      {children}
    </a>
  );
}
