import { useEffect, useRef } from "react";
import type { Ply } from "../chess/history";
import { Icon } from "./Icon";

interface Props {
  plies: Ply[];
  /** How many plies are played in the position shown. */
  index: number;
  onStep: (index: number) => void;
}

/** The moves in SAN, and buttons and arrow keys to step through them. */
export function MoveList({ plies, index, onStep }: Props) {
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.altKey || event.ctrlKey || event.metaKey || target.closest("input, textarea, select, dialog")) return;
      const next = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: plies.length }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      onStep(Math.min(plies.length, Math.max(0, next)));
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [index, plies.length, onStep]);

  useEffect(() => {
    const box = list.current;
    const current = box?.querySelector<HTMLElement>(`[data-ply="${index}"]`);
    if (box && current) box.scrollTop = current.offsetTop - box.clientHeight / 2;
  }, [index]);

  const rows = Array.from({ length: Math.ceil(plies.length / 2) }, (_, row) => plies.slice(2 * row, 2 * row + 2));
  return (
    <section className="moves" aria-label="Moves">
      {plies.length === 0 && <p className="quiet">No moves yet.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable */}
      <ol ref={list} tabIndex={0}>
        {rows.map((pair, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a move's number is what it is
          <li key={row}>
            <span className="number">{row + 1}.</span>
            {pair.map(({ san }, side) => {
              const ply = 2 * row + side + 1;
              return (
                <button
                  type="button"
                  key={ply}
                  data-ply={ply}
                  aria-current={ply === index ? "step" : undefined}
                  onClick={() => onStep(ply)}
                >
                  {san}
                </button>
              );
            })}
          </li>
        ))}
      </ol>
      <div className="stepper">
        <Step label="First position" icon="first" to={0} {...{ index, plies, onStep }} />
        <Step label="Previous move" icon="previous" to={index - 1} {...{ index, plies, onStep }} />
        <Step label="Next move" icon="next" to={index + 1} {...{ index, plies, onStep }} />
        <Step label="Last position" icon="last" to={plies.length} {...{ index, plies, onStep }} />
      </div>
    </section>
  );
}

function Step({
  label,
  icon,
  to,
  index,
  plies,
  onStep,
}: Props & { label: string; icon: "first" | "previous" | "next" | "last"; to: number }) {
  const isPossible = to !== index && to >= 0 && to <= plies.length;
  return (
    <button type="button" aria-label={label} title={label} disabled={!isPossible} onClick={() => onStep(to)}>
      <Icon name={icon} />
    </button>
  );
}
