import { type KeyboardEvent, memo, useRef, useState } from "react";
import { t } from "../i18n/i18n";
import { useLanguage } from "../i18n/useLanguage";
import styles from "./SquareGrid.module.css";

interface Props {
  files: number;
  ranks: number;
  /** Seen from Black's side. */
  flipped?: boolean;
  /** "e4"; files and ranks count from 0. */
  name: (file: number, rank: number) => string;
  /** "white pawn", "empty". */
  describe: (file: number, rank: number) => string;
  onActivate: (file: number, rank: number) => void;
  /** Escape: what was picked is put down. */
  onCancel: () => void;
}

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * A board's squares as buttons, invisibly over what is drawn: Tab reaches the board, the arrows its squares,
 * Enter picks one, Escape puts it down.
 */
export const SquareGrid = memo(function SquareGrid({ files, ranks, flipped, name, ...props }: Props) {
  const { describe, onActivate, onCancel } = props;
  useLanguage();
  const [[file, rank], setFocus] = useState<[number, number]>([0, 0]);
  const grid = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") onCancel();
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
    <div role="grid" aria-label={t("Board")} className={styles.squares} ref={grid} onKeyDown={onKeyDown}>
      {order(ranks, !!flipped).map((r) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
        <div role="row" key={r} className={styles.rank}>
          {order(files, !flipped).map((f) => (
            // biome-ignore lint/a11y/useSemanticElements: as above
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div role="gridcell" key={f}>
              <button
                type="button"
                data-square={name(f, r)}
                tabIndex={f === file && r === rank ? 0 : -1}
                aria-label={`${name(f, r)} ${describe(f, r)}`}
                onFocus={() => setFocus([f, r])}
                onClick={() => onActivate(f, r)}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
});

const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));
