import { type KeyboardEvent, memo, type RefObject, useEffect, useRef } from "react";
import { useShortcuts } from "../browser/useShortcuts";
import { t } from "../i18n/i18n";
import { useLanguage } from "../i18n/useLanguage";
import { Button, Icon, type IconName } from "../ui/Button";
import styles from "./MoveList.module.css";

interface Props {
  /** The moves in notation. */
  moves: string[];
  /** An engine's sign for each, as "??". */
  signs?: readonly (string | undefined)[];
  /** The number of plies before the shown position. */
  index: number;
  /** Goes to another position. */
  onStep: (index: number) => void;
}

/** The moves in SAN, and buttons and arrow keys to step through them. One tab stop for all moves. */
export const MoveList = memo(function MoveList({ moves, signs = [], index, onStep }: Props) {
  useLanguage();
  const list = useRef<HTMLOListElement>(null);

  const goTo = (ply: number) => onStep(Math.min(moves.length, Math.max(0, ply)));
  const arrows = {
    ArrowLeft: () => goTo(index - 1),
    ArrowRight: () => goTo(index + 1),
    Home: () => goTo(0),
    End: () => goTo(moves.length),
  };
  useShortcuts(arrows, true);
  useInSight(list, index);
  const rows = Array.from({ length: Math.ceil(moves.length / 2) }, (_, row) => moves.slice(2 * row, 2 * row + 2));
  const focusable = Math.max(1, index);
  const onListKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -2, ArrowDown: 2 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStep(Math.min(moves.length, Math.max(1, index + step)));
  };
  return (
    <section className={`box ${styles.moves}`} data-part="moves" aria-label={t("Moves")}>
      <ol ref={list} dir={moves.length > 0 ? "ltr" : undefined} data-testid="moves" onKeyDown={onListKey}>
        {moves.length === 0 && <li className="muted">{t("No moves yet.")}</li>}
        {rows.map((pair, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a move's number is what it is
          <li key={row} className={styles.move}>
            <span className={styles.number}>{row + 1}.</span>
            {pair.map((san, side) => {
              const ply = 2 * row + side + 1;
              return (
                <button
                  type="button"
                  key={ply}
                  className="bare"
                  data-ply={ply}
                  tabIndex={ply === focusable ? 0 : -1}
                  aria-current={ply === index ? "step" : undefined}
                  onClick={() => onStep(ply)}
                >
                  {san}
                  {signs[ply - 1] && <small data-sign={signs[ply - 1]}>{signs[ply - 1]}</small>}
                </button>
              );
            })}
          </li>
        ))}
      </ol>
      <div className={styles.stepper} dir="ltr">
        <Step label={t("First position")} icon="first" to={0} {...{ index, moves, onStep }} />
        <Step label={t("Previous move")} icon="previous" to={index - 1} {...{ index, moves, onStep }} />
        <Step label={t("Next move")} icon="next" to={index + 1} {...{ index, moves, onStep }} />
        <Step label={t("Last position")} icon="last" to={moves.length} {...{ index, moves, onStep }} />
      </div>
    </section>
  );
});

/** Keeps the move that is shown in sight; inside the list the focus goes with it. */
function useInSight(list: RefObject<HTMLOListElement | null>, index: number) {
  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>(`[data-ply="${index}"]`);
    if (!box) return;
    if (box.contains(document.activeElement)) current?.focus();
    // once it is laid out, and whenever the window changes: to measure it immediately would lay out the view twice
    const observer = new ResizeObserver(() => {
      box.scrollTop = current ? current.offsetTop - box.clientHeight / 2 : 0;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, [list, index]);
}

function Step({ label, icon, to, index, moves, onStep }: Props & { label: string; icon: IconName; to: number }) {
  const isPossible = to !== index && to >= 0 && to <= moves.length;
  return (
    <Button look="quiet" aria-label={label} title={label} disabled={!isPossible} onClick={() => onStep(to)}>
      <Icon name={icon} />
    </Button>
  );
}
