import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PromotionPicker } from "../board/PromotionPicker";
import { roleName } from "../board/pieceNames";
import { outcomeText } from "../chain/engines/engineContract";
import type { EngineGame, MinichessContract } from "../chain/engines/minichess";
import { nextPoll, nextTry } from "../chain/rest";
import { promotionRole } from "../chess/history";
import { formatNumber, t } from "../i18n/i18n";
import { spokenMove } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import controls from "../ui/controls.module.css";
import { QueryView } from "../ui/QueryView";
import { EngineGameFrame, type Freshness, ToYourGames } from "./EngineGameFrame";
import { EngineStatus } from "./EngineStatus";
import { Preview } from "./Preview";
import { sentence } from "./sentence";
import { placeOnBoard, SixBySixBoard } from "./sixBySix/SixBySixBoard";
import { capturesOn, changedSquares, pieceAt, SIZE, squareName } from "./sixBySix/sixBySix";
import { moveOf, typedMove } from "./sixBySix/sixBySixMoves";
import { sixBySixGame, useNewGame } from "./useNewGame";
import { type SixSnapshot, type SixTable, useSixTable } from "./useSixTable";

/** The depth whose answer is the hint. */
const HINT_DEPTH = 5;

/** A game against the engine. */
export function EngineGamePage({ id, minichess }: { id: number; minichess: MinichessContract }) {
  const query = useQuery({
    queryKey: ["engine", "game", id],
    queryFn: async (): Promise<SixSnapshot> => {
      const game = await minichess.game(id);
      const isOngoing = game.outcome === 0;
      const [legal, progress] = await Promise.all([
        isOngoing && game.whiteToMove ? minichess.legalMoves(id) : [],
        isOngoing && !game.whiteToMove ? minichess.progress(id) : undefined,
      ]);
      return { game, legal, progress };
    },
    // only the player's own transactions, or who thinks on for the engine, change anything
    refetchInterval: (query) => {
      const { data } = query.state;
      if (data?.game.outcome !== 0) return nextTry(query);
      return data.game.whiteToMove ? nextPoll(query, 5_000, 60_000) : nextPoll(query, 1_000, 15_000);
    },
  });
  return (
    <QueryView what={t("game {id} against the engine", { id })} query={query} wayBack={<ToYourGames />}>
      {(snapshot) => (
        <EngineTable {...snapshot} minichess={minichess} error={query.error} dataUpdatedAt={query.dataUpdatedAt} />
      )}
    </QueryView>
  );
}

interface TableProps extends SixSnapshot, Freshness {
  minichess: MinichessContract;
}

function EngineTable({ minichess, error, dataUpdatedAt, ...snapshot }: TableProps) {
  const table = useSixTable(snapshot, minichess, !error);
  const { game, isOngoing, isOwn, moves, last, board } = table;
  const [flipped, setFlipped] = useState(false);
  return (
    <EngineGameFrame
      game={game}
      orientation={flipped ? "black" : "white"}
      onFlip={() => setFlipped(!flipped)}
      side="white"
      isOwn={isOwn}
      strength={t("depth {depth}", { depth: game.depth })}
      capturesBy={(color) => capturesOn(board, color)}
      mover={!isOngoing ? undefined : game.whiteToMove ? "white" : "black"}
      error={error}
      dataUpdatedAt={dataUpdatedAt}
      board={<TableBoard table={table} flipped={flipped} />}
      spoken={last ? spokenMove(moves.length % 2 === 1 ? "white" : "black", last) : ""}
      about={
        <>
          <p className={controls.muted}>{t("No wager. The contract checks every move and thinks for Black.")}</p>
          {isOngoing && game.whiteToMove && isOwn && (
            <Preview
              engine={minichess}
              id={game.id}
              plies={game.plies}
              strength={Math.min(game.depth, HINT_DEPTH)}
              name={({ from, to }) => `${squareName(from)}–${squareName(to)}`}
            />
          )}
        </>
      }
    >
      <TablePanel table={table} />
    </EngineGameFrame>
  );
}

/** The board, with the player's own move before the chain has it. */
function TableBoard({ table, flipped }: { table: SixTable; flipped: boolean }) {
  const { legal, board, before, move, isLatest } = table;
  const { pending, promoting } = move;

  function choose(from: number, to: number) {
    const promotes = legal.some((move) => move.from === from && move.to === to && promotionRole(move.promotion));
    if (promotes) move.askPromotion({ from, to });
    else move.play({ from, to });
  }

  return (
    <SixBySixBoard
      board={board}
      legal={move.canMove && isLatest ? legal : []}
      changed={before ? changedSquares(before, board) : []}
      flipped={flipped}
      pending={isLatest ? pending : undefined}
      dimmed={!table.isFresh || !isLatest}
      onMove={choose}
    >
      {promoting && (
        <PromotionPicker
          color="white"
          {...placeOnBoard(promoting.to, flipped)}
          size={SIZE}
          onChoose={move.promote}
          onCancel={move.takeBack}
        />
      )}
    </SixBySixBoard>
  );
}

/** How the game stands, and its moves. */
function TablePanel({ table }: { table: SixTable }) {
  const { game, legal, progress, minichess, player, isOngoing, isThinking } = table;
  const { name, moves, last, move, index, isLatest, toLatest } = table;
  const newGame = useNewGame();
  const again = () => newGame(sixBySixGame(minichess, game.depth));
  const { proposed, confirm, takeBack } = move;
  return (
    <>
      <EngineStatus
        title={titleText(table)}
        detail={
          isThinking && progress
            ? t("Searched to depth {depth} of {most}, {nodes} positions", {
                depth: progress.depth,
                most: game.depth,
                nodes: formatNumber(progress.nodes),
              })
            : lastMoveText(game, last)
        }
        moves={moves}
        isYours={table.isYours}
        lookingAt={isLatest ? undefined : index}
        onBack={toLatest}
        proposal={proposed && { move: name(proposed), onConfirm: confirm, onTakeBack: takeBack }}
        thinking={isThinking ? { progress, share: undefined } : undefined}
        isOwn={table.isOwn}
        id={game.id}
        engine={minichess}
        onNewGame={!isOngoing && player ? again : undefined}
      />
      <MoveList moves={moves} index={index} onStep={table.step} />
      <MoveInput
        parse={(text) => typedMove(game.board, legal, text) ?? []}
        example="Nc3, b2b4"
        enabled={move.canMove && isLatest}
        onMove={move.play}
      />
    </>
  );
}

function titleText({ game, isOwn, name, move: { pending, proposed } }: SixTable): string {
  if (pending) return t("Sending {move}; the engine answers", { move: name(pending) });
  if (proposed) return t("Play {move}?", { move: name(proposed) });
  if (game.outcome !== 0) return sentence(outcomeText(game.outcome, "white"));
  if (!game.whiteToMove) return t("The engine is thinking");
  return isOwn ? t("Your turn") : t("White to move");
}

/** The engine's move, where it made the last one and this browser knows it. */
function lastMoveText(game: EngineGame, last: string | undefined): string {
  const to = game.whiteToMove && last ? moveOf(last)?.to : undefined;
  if (to === undefined) return t("Game {id}, move {move}.", { id: game.id, move: Math.floor(game.plies / 2) + 1 });
  const role = pieceAt(game.board, to)?.role;
  return role ? t("The engine moved: {piece} to {square}.", { piece: roleName(role), square: squareName(to) }) : "";
}
