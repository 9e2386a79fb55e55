import { CapturedPieces } from "../board/CapturedPieces";
import { colorName } from "../board/pieceNames";
import type { Color } from "../chain/game";
import type { Captures } from "../chess/captures";
import { t } from "../i18n/i18n";
import bars from "../table/PlayerBar.module.css";
import { Icon } from "../ui/Icon";
import { Identicon } from "../ui/values/Identicon";
import { PlayerName } from "../ui/values/PlayerName";
import styles from "./EngineBar.module.css";

interface Props {
  color: Color;
  /** Who plays this side; none where that is the engine. */
  player: string | undefined;
  isOwn: boolean;
  /** How strong the engine is: "level 3". */
  strength: string;
  captures: Captures;
  isOnMove: boolean;
}

/** One side of a game against an engine, and what it has captured. */
export function EngineBar({ color, player, isOwn, strength, captures, isOnMove }: Props) {
  return (
    <div className={isOnMove ? `${bars.bar} ${bars.onMove}` : bars.bar} data-testid="player" data-color={color}>
      {player ? (
        <Identicon address={player} />
      ) : (
        <span className={styles.engine}>
          <Icon name="engine" />
        </span>
      )}
      <span className={bars.who}>
        <span className={bars.name}>
          <span className="visually-hidden">{colorName(color)}</span>
          {player ? <PlayerName address={player} /> : t("The engine")}
          <small>{player ? isOwn && t("you") : strength}</small>
        </span>
        <CapturedPieces {...captures} by={color} />
      </span>
    </div>
  );
}
