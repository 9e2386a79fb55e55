import { skipToken, useQuery } from "@tanstack/react-query";
import type { Suggestion } from "../chain/engines/engineContract";
import type { EnginechessContract } from "../chain/engines/enginechess";
import { levelOf, strengthText } from "../chain/engines/levels";
import type { Color } from "../chain/game";
import { capturesBy } from "../chess/captures";
import { contractSquare, promotionRole } from "../chess/history";
import { isLegal } from "../chess/legal";
import { type FromTo, fenAfter, moveOrNames, sanOf } from "../chess/san";
import { formatNumber, t } from "../i18n/i18n";
import { ProposalBoard } from "../table/ProposalBoard";
import { QueryView } from "../ui/QueryView";
import { EngineGameFrame, type Freshness, nextLook, ToYourGames } from "./EngineGameFrame";
import { NoEngine } from "./NoEngine";
import { type ChessSnapshot, type ChessTable, chessSnapshot, useChessTable } from "./useChessTable";
import { useEngines } from "./useEngines";
import { chessGame } from "./useNewGame";

/** The level that gives the hint: its search is short, and the query is free. */
const HINT_LEVEL = 3;

/** A game of chess against the engine. */
export function ChessEngineGamePage({ id }: { id: number }) {
  const { enginechess: engine } = useEngines();
  const query = useQuery({
    queryKey: ["engine", "chess", id],
    queryFn: engine ? () => chessSnapshot(engine, id) : skipToken,
    refetchInterval: nextLook,
  });
  if (!engine) return <NoEngine text={t("There is no such engine on this chain.")} />;
  return (
    <QueryView what={t("game {id} against the engine", { id })} query={query} wayBack={<ToYourGames />}>
      {(snapshot) => <EngineTable snapshot={snapshot} engine={engine} query={query} />}
    </QueryView>
  );
}

interface TableProps {
  snapshot: ChessSnapshot;
  engine: EnginechessContract;
  query: Freshness;
}

function EngineTable({ snapshot, engine, query }: TableProps) {
  const table = useChessTable(snapshot, engine, !query.error);
  const { game, plies, index, mover, now } = table;
  return (
    <EngineGameFrame
      table={table}
      query={query}
      strength={t("level {level}", { level: game.level })}
      capturesBy={(color) => capturesBy(plies.slice(0, index), color, mover)}
      detail={detailText(table)}
      share={shareOf(table)}
      next={chessGame(engine, game.level, game.side)}
      parse={(text) => moveOrNames(now, text)}
      isLegal={(move) => isLegal(now, move)}
      board={(orientation) => <TableBoard table={table} orientation={orientation} />}
      about={<AboutChess level={game.level} />}
      hint={{ strength: Math.min(game.level, HINT_LEVEL), name: (best) => sanOf(now, fromContract(best)) }}
    />
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

/** The description of a game of chess against the engine. */
function AboutChess({ level }: { level: number }) {
  const known = levelOf(level);
  return (
    <>
      <p className="muted">{t("No wager. The contract checks every move and thinks for the engine.")}</p>
      {known && (
        <p className="muted">
          {t("Level {level}: {nodes} positions a move. {strength}.", {
            level,
            nodes: formatNumber(known.nodes),
            strength: strengthText(known.elo),
          })}
        </p>
      )}
    </>
  );
}

/** A move by chessops' squares. */
const fromContract = ({ from, to, promotion }: Suggestion): FromTo => ({
  from: contractSquare(from),
  to: contractSquare(to),
  promotion: promotionRole(promotion),
});

/** The engine's progress, or the last move. */
function detailText({ game, now, last, thinks, progress }: ChessTable): string {
  if (thinks && progress) {
    const most = levelOf(game.level)?.nodes;
    const searched = {
      nodes: formatNumber(progress.nodes),
      most: most === undefined ? "?" : formatNumber(most),
      depth: progress.depth,
    };
    if (progress.depth === 0) return t("{nodes} of {most} positions, depth {depth}", searched);
    const best = sanOf(now, fromContract(progress));
    return t("{nodes} of {most} positions, depth {depth}; best so far {best}", { ...searched, best });
  }
  if (!last) return t("Game {id}. Nobody has moved yet.", { id: game.id });
  const isAnswer = game.turn === game.side && game.outcome === 0;
  return isAnswer ? t("The engine played {move}.", { move: last }) : t("{move} was played.", { move: last });
}

/** The finished share of the engine's search, from 0 to 1. */
function shareOf({ game, progress }: ChessTable): number | undefined {
  const most = levelOf(game.level)?.nodes;
  return most && progress && progress.nodes / most;
}
