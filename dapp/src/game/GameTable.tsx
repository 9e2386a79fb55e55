import { type ComponentProps, useEffect, useState } from "react";
import { useFlip } from "../board/FlipButton";
import { loadParts } from "../browser/parts";
import { useShortcuts } from "../browser/useShortcuts";
import { type Color, formatPoints, type Game, isOver, matchPoints, scoreOf } from "../chain/game";
import { t } from "../i18n/i18n";
import type { SignedEnd } from "../signedPlay/standing";
import { GameFrame } from "../table/GameFrame";
import { MoveAnnouncer } from "../table/MoveAnnouncer";
import { PlayerBar } from "../table/PlayerBar";
import { extra } from "../ui/extra";
import { StaleNotice } from "../ui/QueryView";
import { GameBoard } from "./GameBoard";
import { GamePanel } from "./GamePanel";
import { GameInfo } from "./info/GameInfo";
import type { GameSnapshot } from "./line/useGame";
import { useShownTimers } from "./line/useShownTimers";
import { presenceOf } from "./signed/RelayNotice";
import { type Table, useGameTable } from "./useGameTable";
import { useShownPosition } from "./useShownPosition";
import { useShownResult } from "./useShownResult";
import { useZen } from "./useZen";

const GameResult = extra(() => import("./GameResult"), "GameResult");
const RematchNews = extra(() => import("./rematch/RematchNews"), "RematchNews");
const KeyImport = extra(() => import("./signed/KeyImport"), "KeyImport");
const SignedRecord = extra(() => import("./signed/SignedRecord"), "SignedRecord");

/** By then the board is there: the parts that are shown later are loaded, so that they open immediately. */
const QUIET_MS = 2_000;

/** Includes the reason why the snapshot may be out of date. */
export interface TableProps extends ComponentProps<typeof StaleNotice> {
  snapshot: GameSnapshot;
  player: string | undefined;
}

/** A game that has begun: board, players, and everything beside them. */
export function GameTable({ snapshot: onChain, error, dataUpdatedAt, player }: TableProps) {
  const table = useGameTable(onChain, error, player);
  const { signed, snapshot, end, result, room, you, isOngoing, timers, play } = table;
  const { game, plies, clocks } = snapshot;
  const shownTimers = useShownTimers(snapshot, timers, end !== undefined);
  const position = useShownPosition(table);
  const [orientation, flip] = useFlip(you ?? "white");
  const { isZen, toggle: toggleZen } = useZen();
  const shown = useShownResult(table, position.isLatest);
  useShortcuts({ z: toggleZen, Escape: shown.place ? shown.putAway : play.clearPremoves });
  const told = shown.place && <GameResult table={table} shown={shown} position={position} orientation={orientation} />;
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuiet(true);
      // they may be needed without a network, or after a newer page has replaced this one
      loadParts();
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  const bar = (color: Color) => (
    <PlayerBar
      game={result}
      color={color}
      plies={plies.slice(0, position.index)}
      you={you}
      presence={isOngoing && color !== you ? presenceOf(room, color) : undefined}
      timer={shownTimers?.[color]}
      score={game.match ? matchScoreOf(result, end, color) : scoreOf(result, color)}
      clock={clocks}
      isCounted={isOver(onChain.game)}
    />
  );
  return (
    <GameFrame
      title={t("Game {id}", { id: game.id })}
      orientation={orientation}
      bar={bar}
      board={<GameBoard table={table} position={position} orientation={orientation} />}
      result={shown.place === "board" && told}
      onLeaveZen={isZen ? toggleZen : undefined}
      panel={
        <GamePanel
          table={table}
          position={position}
          isToldOnBoard={shown.place === "board"}
          result={shown.place === "side" && told}
          onFlip={flip}
        />
      }
      data={{
        "data-testid": "game",
        "data-plies": game.plies,
        "data-state": game.state,
        "data-awaits": game.awaits,
        "data-your-turn": table.isYourTurn,
        "aria-busy": table.isUnknown || undefined,
      }}
    >
      <StaleNotice error={error} dataUpdatedAt={dataUpdatedAt} />
      {table.isDone && player && <RematchNews player={player} />}
      <MoveAnnouncer {...snapshot} game={result} />
      <GameInfo snapshot={snapshot} you={you} signed={signed} room={isOngoing ? room : undefined} isQuiet={isQuiet}>
        <KeyAndRecord table={table} />
      </GameInfo>
    </GameFrame>
  );
}

/** A player's score in a match, with the round that has just ended. */
function matchScoreOf({ match }: Game, end: SignedEnd | undefined, color: Color): string | undefined {
  if (!match) return undefined;
  const last = !end ? 0 : end.winner === undefined ? 1 : end.winner === color ? 2 : 0;
  return formatPoints(matchPoints(match)[color] + last);
}

/** For a game by signature: the record of what was signed, after its end; or a way to bring the player's key here. */
function KeyAndRecord({ table }: { table: Table }) {
  const { onChain, youThere, signed, isOpening, isWithoutKey, reopen } = table;
  const { keys, game } = onChain;
  if (!keys) return null;
  return (
    <>
      {isOver(game) && <SignedRecord snapshot={onChain} you={youThere} />}
      {youThere && table.isOngoing && !signed && !isOpening && (
        <KeyImport publicKey={keys[youThere]} isAhead={isWithoutKey} onImported={reopen} />
      )}
    </>
  );
}
