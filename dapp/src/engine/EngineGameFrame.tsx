import type { ComponentProps, ReactNode } from "react";
import { FlipButton, useFlip } from "../board/FlipButton";
import { href, type Route } from "../browser/router";
import type { Suggestion } from "../chain/engines/engineContract";
import { type Color, otherColor } from "../chain/game";
import { nextPoll, nextTry } from "../chain/rest";
import type { Captures } from "../chess/captures";
import { t } from "../i18n/i18n";
import actions from "../table/GameActions.module.css";
import { AboutGame, GameFrame } from "../table/GameFrame";
import { spokenMove } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { SideBar } from "../table/SideBar";
import { ButtonLink } from "../ui/Button";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { StaleNotice } from "../ui/QueryView";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import styles from "./EnginePage.module.css";
import { EngineStatus, type Standing } from "./EngineStatus";
import { Preview } from "./Preview";

const LIST: Route = { view: "engine", id: undefined };

/** Away from a game that can't be shown. */
export const ToYourGames = () => (
  <p>
    <ButtonLink to={LIST}>{t("To your games")}</ButtonLink>
  </p>
);

/** When the game was last read, and why it can't be read now. */
export type Freshness = ComponentProps<typeof StaleNotice>;

/** When a game is read again: only the player's own transactions, or who thinks on for the engine, change anything. */
export function nextLook(asked: Asked): number | false {
  const { data } = asked.state;
  if (data?.game.outcome !== 0) return nextTry(asked);
  return data.progress ? nextPoll(asked, 1_000, 15_000) : nextPoll(asked, 5_000, 60_000);
}

type Look = { game: { outcome: number }; progress: Suggestion | undefined };
type Asked = Parameters<typeof nextTry>[0] & { state: { data: Look | undefined } };

interface Props extends Standing, Pick<ComponentProps<typeof MoveInput>, "parse" | "example" | "isLegal"> {
  query: Freshness;
  /** How strong the engine is: "level 3". */
  strength: string;
  /** A side's captures in the position shown, less the other side's. */
  capturesBy: (color: Color) => Captures;
  /** With a color at its lower edge. */
  board: (orientation: Color) => ReactNode;
  /** The description of the game. */
  about: ReactNode;
  hint: Pick<ComponentProps<typeof Preview>, "strength" | "name">;
}

/** A game against an engine: the board between both sides' bars, the panel beside it, and what is said about it. */
export function EngineGameFrame(props: Props) {
  const { table, query, strength, capturesBy, board, about, hint } = props;
  const { game, engine: contract, side, turn, isOwn, isOngoing, thinks, last } = table;
  const [orientation, flip] = useFlip(side);
  const engine = (
    <span className={styles.engine}>
      <Icon name="engine" />
    </span>
  );
  const bar = (color: Color) => (
    <SideBar
      color={color}
      isOnMove={isOngoing && turn === color}
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
      board={board(orientation)}
      panel={<Panel {...props} onFlip={flip} />}
      data={{ "data-testid": "ai-game", "data-plies": game.plies, "data-outcome": game.outcome }}
    >
      <p className="visually-hidden" role="status" data-testid="announcer">
        {last && spokenMove(otherColor(turn), last)}
      </p>
      <StaleNotice error={query.error} dataUpdatedAt={query.dataUpdatedAt} />
      <AboutGame id={game.id} label={t("About this game")}>
        {about}
        {isOngoing && !thinks && isOwn && <Preview engine={contract} id={game.id} plies={game.plies} {...hint} />}
      </AboutGame>
    </GameFrame>
  );
}

/** How the game stands, and its moves. */
function Panel({ parse, example, isLegal, onFlip, ...standing }: Props & { onFlip: () => void }) {
  const { moves, skipped, index, step, isLatest, move } = standing.table;
  return (
    <>
      <EngineStatus {...standing} />
      <MoveList moves={moves} index={index + skipped} onStep={(ply) => step(Math.max(0, ply - skipped))} />
      <MoveInput {...{ parse, example, isLegal }} enabled={move.canMove && isLatest} onMove={move.play} />
      <div className={actions.actions}>
        <FlipButton onFlip={onFlip} />
        <a className={`${controls.button} ${actions.wide}`} href={href(LIST)}>
          {t("All my games")}
        </a>
      </div>
    </>
  );
}
