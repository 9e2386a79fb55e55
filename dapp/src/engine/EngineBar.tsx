import type { Color } from "../chain/game";
import bars from "../game/PlayerBar.module.css";

interface Props {
  color: Color;
  name: string;
  isOnMove: boolean;
}

/** One side of a game against an engine. */
export function EngineBar({ color, name, isOnMove }: Props) {
  return (
    <div className={isOnMove ? `${bars.bar} ${bars.onMove}` : bars.bar}>
      <span className={bars.name}>
        <span className={bars.dot} data-color={color} />
        {name}
      </span>
    </div>
  );
}
