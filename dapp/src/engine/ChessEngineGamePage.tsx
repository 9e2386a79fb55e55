import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { EnginechessContract } from "../chain/engines/enginechess";
import { type Color, otherColor } from "../chain/game";
import { nextPoll, nextTry } from "../chain/rest";
import { capturesBy } from "../chess/captures";
import { replay } from "../chess/history";
import { isLegal } from "../chess/legal";
import { fenAfter, moveOrNames, sanOf } from "../chess/san";
import { START_FEN } from "../chess/start";
import { t } from "../i18n/i18n";
import { spokenMove } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { ProposalBoard } from "../table/ProposalBoard";
import controls from "../ui/controls.module.css";
import { QueryView } from "../ui/QueryView";
import { AboutChess } from "./AboutChess";
import { detailText, shareOf, titleText } from "./chessTexts";
import { EngineGameFrame, type Freshness, ToYourGames } from "./EngineGameFrame";
import { EngineStatus } from "./EngineStatus";
import { type ChessSnapshot, type ChessTable, isThinking, useChessTable } from "./useChessTable";
import { useEngines } from "./useEngines";
import { chessGame, useNewGame } from "./useNewGame";

/** A game of chess against the engine. */
export function ChessEngineGamePage({ id }: { id: number }) {
  const { enginechess: engine } = useEngines();
  const query = useQuery({
    queryKey: ["engine", "chess", id],
    queryFn: engine ? () => snapshotOf(engine, id) : skipToken,
    // only the player's own transactions, or who thinks on for the engine, change anything
    refetchInterval: (asked) => {
      const { data } = asked.state;
      if (data?.game.outcome !== 0) return nextTry(asked);
      return isThinking(data.game) ? nextPoll(asked, 1_000, 15_000) : nextPoll(asked, 5_000, 60_000);
    },
  });
  if (!engine) {
    return (
      <main className={controls.page}>
        <p role="status">{t("There is no such engine on this chain.")}</p>
      </main>
    );
  }
  return (
    <QueryView what={t("game {id} against the engine", { id })} query={query} wayBack={<ToYourGames />}>
      {(snapshot) => (
        <EngineTable {...snapshot} engine={engine} error={query.error} dataUpdatedAt={query.dataUpdatedAt} />
      )}
    </QueryView>
  );
}

async function snapshotOf(engine: EnginechessContract, id: number): Promise<ChessSnapshot> {
  const [game, moves, start = START_FEN] = await Promise.all([engine.game(id), engine.moves(id), engine.start(id)]);
  const progress = isThinking(game) ? await engine.progress(id) : undefined;
  return { game, start, plies: replay(moves, start), progress };
}

interface TableProps extends ChessSnapshot, Freshness {
  engine: EnginechessContract;
}

function EngineTable({ engine, error, dataUpdatedAt, ...snapshot }: TableProps) {
  const table = useChessTable(snapshot, engine, !error);
  const { game, plies, isOwn, isOngoing, index, last, mover } = table;
  const [flipped, setFlipped] = useState(false);
  const orientation: Color = flipped ? otherColor(game.side) : game.side;
  return (
    <EngineGameFrame
      game={game}
      orientation={orientation}
      onFlip={() => setFlipped(!flipped)}
      side={game.side}
      isOwn={isOwn}
      strength={t("level {level}", { level: game.level })}
      capturesBy={(color) => capturesBy(plies.slice(0, index), color, mover)}
      mover={isOngoing ? game.turn : undefined}
      error={error}
      dataUpdatedAt={dataUpdatedAt}
      board={<TableBoard table={table} orientation={orientation} />}
      spoken={last ? spokenMove(otherColor(game.turn), last.san) : ""}
      about={<AboutChess table={table} />}
    >
      <TablePanel table={table} />
    </EngineGameFrame>
  );
}

/** The board, with the player's own move before the chain has it. */
function TableBoard({ table, orientation }: { table: ChessTable; orientation: Color }) {
  const { game, start, plies, now, move, dests, isLatest } = table;
  const shown = plies[table.index - 1];
  const fen = shown?.fen ?? start;
  const ahead = isLatest ? move.ahead : undefined;
  return (
    <ProposalBoard
      fen={ahead ? fenAfter(fen, ahead) : fen}
      now={now}
      side={game.side}
      proposal={move}
      orientation={orientation}
      turn={game.turn}
      lastMove={ahead ?? shown?.move}
      pending={isLatest ? move.pending : undefined}
      dests={dests}
      dimmed={!table.isFresh || !isLatest}
      isPlayed={table.isOwn && table.isOngoing}
    />
  );
}

/** How the game stands, and its moves. */
function TablePanel({ table }: { table: ChessTable }) {
  const { game, plies, progress, engine, player, isOngoing, thinks, now, index, step, isLatest, move, dests } = table;
  const newGame = useNewGame();
  const again = () => newGame(chessGame(engine, game.level, game.side));
  const first = table.mover === "black" ? ["…"] : [];
  const moves = [...first, ...plies.map(({ san }) => san)];
  const { proposed, confirm, takeBack } = move;
  return (
    <>
      <EngineStatus
        title={titleText(table)}
        detail={detailText(table)}
        moves={moves}
        isYours={table.isYours}
        lookingAt={isLatest ? undefined : index && index + first.length}
        onBack={() => step(plies.length)}
        proposal={proposed && { move: sanOf(now, proposed), onConfirm: confirm, onTakeBack: takeBack }}
        thinking={thinks ? { progress, share: shareOf(table) } : undefined}
        isOwn={table.isOwn}
        id={game.id}
        engine={engine}
        onNewGame={!isOngoing && player ? again : undefined}
      />
      <MoveList moves={moves} index={index + first.length} onStep={(ply) => step(Math.max(0, ply - first.length))} />
      <MoveInput
        parse={(text) => moveOrNames(now, text)}
        example="Nf3, e7e8q"
        enabled={dests !== undefined}
        onMove={move.play}
        isLegal={(move) => isLegal(now, move)}
      />
    </>
  );
}
