import type { ReactNode } from "react";
import { FlipButton } from "../board/FlipButton";
import { href, type Route } from "../browser/router";
import type { Color } from "../chain/game";
import type { Captures } from "../chess/captures";
import { t } from "../i18n/i18n";
import actions from "../table/GameActions.module.css";
import { AboutGame, GameFrame } from "../table/GameFrame";
import { SideBar } from "../table/SideBar";
import { ButtonLink } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { StaleNotice } from "../ui/QueryView";
import { Identicon } from "../ui/values/Identicon";
import { PlayerName } from "../ui/values/PlayerName";
import styles from "./EnginePage.module.css";

const LIST: Route = { view: "engine", id: undefined };

/** Away from a game that can't be shown. */
export const ToYourGames = () => <ButtonLink to={LIST}>{t("To your games")}</ButtonLink>;

/** When the game was last read, and why it can't be read now. */
export interface Freshness {
  error: Error | null;
  dataUpdatedAt: number;
}

interface Props extends Freshness {
  game: { id: number; plies: number; outcome: number; player: string };
  /** The player's. */
  side: Color;
  isOwn: boolean;
  /** How strong the engine is: "level 3". */
  strength: string;
  /** The color at the lower edge. */
  orientation: Color;
  onFlip: () => void;
  /** What a side has captured in the position shown. */
  capturesBy: (color: Color) => Captures;
  /** Who is to move; none after the end. */
  mover: Color | undefined;
  board: ReactNode;
  /** The last move, for a screen reader. */
  spoken: string;
  /** About the game: what it is, and what a move would cost. */
  about: ReactNode;
  /** How it stands, and its moves. */
  children: ReactNode;
}

/** A game against an engine: the board between both sides' bars, the panel beside it, and what is said about it. */
export function EngineGameFrame({ game, orientation, onFlip, board, spoken, about, children, ...props }: Props) {
  const { side, isOwn, strength, capturesBy, mover, error, dataUpdatedAt } = props;
  const engine = (
    <span className={styles.engine}>
      <Icon name="engine" />
    </span>
  );
  const bar = (color: Color) => (
    <SideBar
      color={color}
      isOnMove={mover === color}
      picture={color === side ? <Identicon address={game.player} /> : engine}
      captures={capturesBy(color)}
    >
      {color === side ? <PlayerName address={game.player} /> : t("The engine")}
      <small>{color === side ? isOwn && t("you") : strength}</small>
    </SideBar>
  );
  return (
    <GameFrame
      title={t("Game {id} against the engine", { id: game.id })}
      orientation={orientation}
      bar={bar}
      board={board}
      panel={
        <>
          {children}
          <div className={actions.actions}>
            <FlipButton onFlip={onFlip} />
            <a className={`${controls.button} ${actions.wide}`} href={href(LIST)}>
              {t("All my games")}
            </a>
          </div>
        </>
      }
      data={{ "data-testid": "ai-game", "data-plies": game.plies, "data-outcome": game.outcome }}
    >
      <p className="visually-hidden" role="status" data-testid="announcer">
        {spoken}
      </p>
      <StaleNotice error={error} dataUpdatedAt={dataUpdatedAt} />
      <AboutGame id={game.id} label={t("About this game")}>
        {about}
      </AboutGame>
    </GameFrame>
  );
}
