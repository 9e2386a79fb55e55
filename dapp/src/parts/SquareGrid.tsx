import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";

interface Props {
  files: number;
  ranks: number;
  /** Seen from Black's side. */
  flipped?: boolean;
  /** Lies invisibly over a board that has its own pointer handling. */
  overlay?: boolean;
  /** "e4"; files and ranks count from 0. */
  name: (file: number, rank: number) => string;
  /** "white pawn", "empty". */
  describe: (file: number, rank: number) => string;
  className?: (file: number, rank: number) => string;
  content?: (file: number, rank: number) => ReactNode;
  onActivate: (file: number, rank: number) => void;
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** A board's squares as buttons: Tab reaches the board, the arrows its squares, Enter picks one. */
export function SquareGrid({ files, ranks, flipped, overlay, name, describe, className, content, onActivate }: Props) {
  const [[file, rank], setFocus] = useState<[number, number]>([0, 0]);
  const grid = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = flipped ? -1 : 1;
    const next: [number, number] = [clamp(file + sign * step[0], files), clamp(rank + sign * step[1], ranks)];
    setFocus(next);
    grid.current?.querySelector<HTMLButtonElement>(`[data-square="${name(...next)}"]`)?.focus();
  }

  const order = (count: number, ascending: boolean) =>
    Array.from({ length: count }, (_, index) => (ascending ? index : count - 1 - index));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table could not be laid over the board
    <div
      role="grid"
      aria-label="Board"
      className={overlay ? "squares overlay" : "squares"}
      ref={grid}
      onKeyDown={onKeyDown}
    >
      {order(ranks, !!flipped).map((r) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
        <div role="row" key={r} className="rank">
          {order(files, !flipped).map((f) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div role="gridcell" key={f} className={className?.(f, r)}>
              <button
                type="button"
                data-square={name(f, r)}
                tabIndex={f === file && r === rank ? 0 : -1}
                aria-label={`${name(f, r)} ${describe(f, r)}`}
                onFocus={() => setFocus([f, r])}
                onClick={() => onActivate(f, r)}
              >
                {content?.(f, r)}
              </button>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));
