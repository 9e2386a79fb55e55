import type { Piece } from "chessops";
import { type KeyboardEvent, memo, useRef, useState } from "react";
import { t } from "../i18n/i18n";
import { useLanguage } from "../i18n/useLanguage";
import { squareText } from "./pieceNames";
import styles from "./SquareGrid.module.css";

interface Props {
  /** The number of files and of ranks. */
  size: number;
  /** Seen from Black's side. */
  flipped?: boolean;
  /** The square on a file and a rank, which count from 0. */
  square: (file: number, rank: number) => number;
  /** "e4". */
  name: (square: number) => string;
  pieces: { get: (square: number) => Piece | undefined };
  selected: number | undefined;
  /** The squares that the picked piece can go to. */
  targets: readonly number[] | undefined;
  onActivate: (square: number) => void;
  /** Escape puts down the picked piece. */
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
export const SquareGrid = memo(function SquareGrid({ size, flipped, square, name, ...props }: Props) {
  const { pieces, selected, targets, onActivate, onCancel } = props;
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
    const next: [number, number] = [clamp(file + sign * step[0], size), clamp(rank + sign * step[1], size)];
    setFocus(next);
    grid.current?.querySelector<HTMLButtonElement>(`[data-square="${name(square(...next))}"]`)?.focus();
  }

  const order = (ascending: boolean) =>
    Array.from({ length: size }, (_, index) => (ascending ? index : size - 1 - index));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table could not be laid over the board
    <div role="grid" aria-label={t("Board")} className={styles.squares} ref={grid} onKeyDown={onKeyDown}>
      {order(!!flipped).map((r) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: its buttons take the focus
        <div role="row" key={r} className={styles.rank}>
          {order(!flipped).map((f) => {
            const at = square(f, r);
            const text = squareText(pieces.get(at), at === selected, targets?.includes(at) === true);
            return (
              // biome-ignore lint/a11y/useSemanticElements: as above
              // biome-ignore lint/a11y/useFocusableInteractive: as above
              <div role="gridcell" key={f}>
                <button
                  type="button"
                  data-square={name(at)}
                  tabIndex={f === file && r === rank ? 0 : -1}
                  aria-label={`${name(at)} ${text}`}
                  onFocus={() => setFocus([f, r])}
                  onClick={() => onActivate(at)}
                />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
});

const clamp = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));
