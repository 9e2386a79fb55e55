import { useQuery } from "@tanstack/react-query";
import { PromotionPicker } from "../board/PromotionPicker";
import type { EngineGame, MinichessContract } from "../chain/engines/minichess";
import { promotionRole } from "../chess/history";
import { formatNumber, t } from "../i18n/i18n";
import { QueryView } from "../ui/QueryView";
import { EngineGameFrame, type Freshness, nextLook, ToYourGames } from "./EngineGameFrame";
import { placeOnBoard, SixBySixBoard } from "./sixBySix/SixBySixBoard";
import { capturesOn, changedSquares, moveOf, pieceAt, SIZE, squareName, typedMove } from "./sixBySix/sixBySix";
import { sixBySixGame } from "./useNewGame";
import { type SixSnapshot, type SixTable, sixSnapshot, useSixTable } from "./useSixTable";

/** The depth that gives the hint. */
const HINT_DEPTH = 5;

/** A game against the engine. */
export function EngineGamePage({ id, minichess }: { id: number; minichess: MinichessContract }) {
  const query = useQuery({
    queryKey: ["engine", "game", id],
    queryFn: () => sixSnapshot(minichess, id),
    refetchInterval: nextLook,
  });
  return (
    <QueryView what={t("game {id} against the engine", { id })} query={query} wayBack={<ToYourGames />}>
      {(snapshot) => <EngineTable snapshot={snapshot} minichess={minichess} query={query} />}
    </QueryView>
  );
}

interface TableProps {
  snapshot: SixSnapshot;
  minichess: MinichessContract;
  query: Freshness;
}

function EngineTable({ snapshot, minichess, query }: TableProps) {
  const table = useSixTable(snapshot, minichess, !query.error);
  const { game, legal, board } = table;
  return (
    <EngineGameFrame
      table={table}
      query={query}
      strength={t("depth {depth}", { depth: game.depth })}
      capturesBy={(color) => capturesOn(board, color)}
      detail={detailText(table)}
      next={sixBySixGame(minichess, game.depth)}
      parse={(text) => typedMove(game.board, legal, text) ?? []}
      example="Nc3, b2b4"
      board={(orientation) => <TableBoard table={table} flipped={orientation === "black"} />}
      about={<p className="muted">{t("No wager. The contract checks every move and thinks for Black.")}</p>}
      hint={{
        strength: Math.min(game.depth, HINT_DEPTH),
        name: ({ from, to }) => `${squareName(from)}–${squareName(to)}`,
      }}
    />
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

/** The engine's progress, or the last move. */
function detailText({ game, thinks, progress, last }: SixTable): string {
  if (!thinks || !progress) return lastMoveText(game, last);
  return t("Searched to depth {depth} of {most}, {nodes} positions", {
    depth: progress.depth,
    most: game.depth,
    nodes: formatNumber(progress.nodes),
  });
}

/** The engine's move, if it made the last one and this browser knows it. */
function lastMoveText(game: EngineGame, last: string | undefined): string {
  const to = game.whiteToMove && last ? moveOf(last)?.to : undefined;
  if (to === undefined) return t("Game {id}, move {move}.", { id: game.id, move: Math.floor(game.plies / 2) + 1 });
  const role = pieceAt(game.board, to)?.role;
  return role ? t("The engine moved: {piece} to {square}.", { piece: t(role), square: squareName(to) }) : "";
}
