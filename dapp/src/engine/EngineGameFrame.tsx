import type { ComponentProps, ReactNode } from "react";
import { FlipButton, useFlip } from "../board/FlipButton";
import { href, type Route } from "../browser/router";
import { type EngineEndpoint, outcomeText, type Suggestion } from "../chain/engines/engineContract";
import { type Color, otherColor } from "../chain/game";
import { nextPoll, nextTry } from "../chain/rest";
import type { Captures } from "../chess/captures";
import { toMoveText } from "../chess/reason";
import { t } from "../i18n/i18n";
import actions from "../table/GameActions.module.css";
import { AboutGame, GameFrame } from "../table/GameFrame";
import { spokenMove } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { SideBar } from "../table/SideBar";
import { StatusCard } from "../table/StatusCard";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { Button, ButtonLink, Icon, PrimaryButton } from "../ui/Button";
import { StaleNotice } from "../ui/QueryView";
import { Identicon, PlayerName } from "../ui/values/PlayerName";
import styles from "./EnginePage.module.css";
import { Preview } from "./Preview";
import type { ChessTable } from "./useChessTable";
import { type NewGame, useNewGame } from "./useNewGame";
import type { SixTable } from "./useSixTable";

const LIST: Route = { view: "engine", id: undefined };

/** A link away from a game that can't be shown. */
export const ToYourGames = () => (
  <p>
    <ButtonLink to={LIST}>{t("To your games")}</ButtonLink>
  </p>
);

/** When the game was last read, and why it can't be read now. */
export type Freshness = ComponentProps<typeof StaleNotice>;

/** When a game is read again: only the player's own transactions, or someone who lets the engine think on, change it. */
export function nextLook(asked: Asked): number | false {
  const { data } = asked.state;
  if (data?.game.outcome !== 0) return nextTry(asked);
  return data.progress ? nextPoll(asked, 1_000, 15_000) : nextPoll(asked, 5_000, 60_000);
}

type Look = { game: { outcome: number }; progress: Suggestion | undefined };
type Asked = Parameters<typeof nextTry>[0] & { state: { data: Look | undefined } };

/** The table of a game on either board. */
type EngineTable = ChessTable | SixTable;

interface Props extends Pick<ComponentProps<typeof MoveInput>, "parse" | "example" | "isLegal"> {
  table: EngineTable;
  /** The engine's progress, or the last move. */
  detail: string;
  /** The finished share of the engine's search, from 0 to 1, if it is known. */
  share?: number | undefined;
  /** The next game with the same terms. */
  next: NewGame;
  query: Freshness;
  /** How strong the engine is: "level 3". */
  strength: string;
  /** A side's captures in the shown position, less the other side's. */
  capturesBy: (color: Color) => Captures;
  /** With a color at its lower edge. */
  board: (orientation: Color) => ReactNode;
  /** The description of the game. */
  about: ReactNode;
  hint: Pick<ComponentProps<typeof Preview>, "strength" | "name">;
}

/** A game against an engine: the board between both sides' bars, the panel beside it, and information about the game. */
export function EngineGameFrame(props: Props) {
  const { table, query, strength, capturesBy, board, about, hint } = props;
  const { game, engine: contract, side, turn, isOwn, isOngoing, thinks, last } = table;
  const [orientation, flip] = useFlip(side);
  const engine = (
    <span className={`picture ${styles.engine}`}>
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
        <a className={`button ${actions.wide}`} href={href(LIST)}>
          {t("All my games")}
        </a>
      </div>
    </>
  );
}

/** The state of a game against an engine, and the player's choices while the engine thinks. */
function EngineStatus({ table, detail, share, next }: Pick<Props, "table" | "detail" | "share" | "next">) {
  const { game, engine, moves, skipped, index, step, isLatest, name, move, thinks, isOwn } = table;
  const { proposed, confirm, takeBack } = move;
  const { player, busy, send } = useSendTransaction();
  const newGame = useNewGame();
  const call = (title: string, endpoint: EngineEndpoint) =>
    send({ title, build: (caller) => engine.call(caller, endpoint, [game.id]) });
  return (
    <StatusCard
      title={titleText(table)}
      detail={detail}
      moves={thinks || proposed ? undefined : moves}
      isYours={table.isYours}
      lookingAt={isLatest ? undefined : index && index + skipped}
      onBack={() => step(moves.length - skipped)}
      proposal={proposed && { move: name(proposed), onConfirm: confirm, onTakeBack: takeBack }}
      aside={
        thinks &&
        share !== undefined && <progress className={styles.progress} aria-label={t("Search")} max={1} value={share} />
      }
    >
      {thinks ? (
        <>
          <PrimaryButton disabled={!player || busy} onClick={() => call(t("Think on"), "think")}>
            {t("Think on")}
          </PrimaryButton>
          <Button disabled={!isOwn || busy} onClick={() => call(t("Move now"), "moveNow")}>
            {t("Move now")}
          </Button>
        </>
      ) : (
        !table.isOngoing &&
        player && (
          <PrimaryButton disabled={busy} onClick={() => newGame(next)}>
            {t("New game")}
          </PrimaryButton>
        )
      )}
    </StatusCard>
  );
}

/** The title: the step that the game waits for, or its result. */
function titleText({ game, side, turn, name, move: { pending, proposed }, thinks, isOwn }: EngineTable): string {
  if (pending) return t("Sending {move}; the engine answers", { move: name(pending) });
  if (proposed) return t("Play {move}?", { move: name(proposed) });
  const outcome = outcomeText(game.outcome, side);
  if (game.outcome !== 0) return outcome.charAt(0).toUpperCase() + outcome.slice(1);
  if (thinks) return t("The engine is thinking");
  return isOwn ? t("Your turn") : toMoveText(turn);
}
