import type { Role, Square } from "chessops";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Color } from "../chain/game";
import { PROMOTIONS } from "../chess/canonical";
import { t } from "../i18n/i18n";
import styles from "./PromotionPicker.module.css";

interface Props {
  color: Color;
  /** The pawn's target square: column and row in squares from the top left of the board as it is shown. */
  column: number;
  row: number;
  /** Squares in a row of the board. */
  size: number;
  onChoose: (role: Role) => void;
  onCancel: () => void;
}

/** Where a square is on a board of eight. */
export const placeOf = (square: Square, orientation: Color): { column: number; row: number } =>
  orientation === "white"
    ? { column: square % 8, row: 7 - (square >> 3) }
    : { column: 7 - (square % 8), row: square >> 3 };

/** Asks for the piece of a promotion, on the pawn's file; the rest of the board stays visible. */
export function PromotionPicker({ color, column, row, size, onChoose, onCancel }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") return onCancel();
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(list.current?.querySelectorAll("button") ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(now + step + buttons.length) % buttons.length]?.focus();
  }

  const isAtTop = row === 0;
  const side = `${100 / size}%`;
  return (
    <div className={styles.layer} role="dialog" aria-modal="true" aria-label={t("Promote to")} onKeyDown={onKeyDown}>
      <button type="button" className={styles.beside} tabIndex={-1} aria-label={t("Don't move")} onClick={onCancel} />
      <div
        ref={list}
        className={`${styles.column} pieces`}
        style={{
          left: `${(column * 100) / size}%`,
          width: side,
          ...(isAtTop ? { top: 0 } : { bottom: 0, flexDirection: "column-reverse" }),
        }}
      >
        {PROMOTIONS.map((role, index) => (
          <button
            type="button"
            key={role}
            ref={index === 0 ? first : undefined}
            aria-label={t(role)}
            onClick={() => onChoose(role)}
          >
            <span className="cg-wrap">
              <piece className={`${color} ${role}`} />
            </span>
          </button>
        ))}
      </div>
    </div>
  );
}
