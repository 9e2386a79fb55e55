import { useQuery } from "@tanstack/react-query";
import type { Role } from "chessops";
import { useEffect, useRef, useState } from "react";
import { PromotionPicker } from "../board/PromotionPicker";
import type { Suggestion } from "../chain/engineContract";
import type { LegalMove } from "../chain/game";
import { type EngineGame, type MinichessContract, OUTCOMES } from "../chain/minichess";
import { nextPoll } from "../chain/rest";
import { contractPromotion, promotionRole } from "../chess/history";
import { MoveList } from "../game/MoveList";
import { useSendTransaction } from "../transactions/useSendTransaction";
import controls from "../ui/controls.module.css";
import { useTitle } from "../ui/notices";
import { play } from "../ui/sound";
import { EngineGameFrame, EngineGameQuery, type Freshness } from "./EngineGameFrame";
import { EngineStatus } from "./EngineStatus";
import { MoveLog, moveBetween, moveText } from "./moveLog";
import { Preview } from "./Preview";
import { placeOnBoard, SixBySixBoard } from "./SixBySixBoard";
import { sentence } from "./sentence";
import { changedSquares, pieceAt, SIZE, squareName } from "./sixBySix";
import { useNewGame } from "./useNewGame";

/** The depth whose answer is the hint. */
const HINT_DEPTH = 5;

interface EngineSnapshot {
  game: EngineGame;
  legal: LegalMove[];
  /** How far the engine is, while it thinks. */
  progress: Suggestion | undefined;
}

/** A game against the engine. */
export function EngineGamePage({ id, minichess }: { id: number; minichess: MinichessContract }) {
  const query = useQuery({
    queryKey: ["engine", "game", id],
    queryFn: async (): Promise<EngineSnapshot> => {
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
      if (data?.game.outcome !== 0) return false;
      return data.game.whiteToMove ? nextPoll(query, 5_000, 60_000) : nextPoll(query, 1_000, 15_000);
    },
  });
  return (
    <EngineGameQuery id={id} query={query}>
      {(snapshot) => (
        <EngineTable {...snapshot} minichess={minichess} error={query.error} dataUpdatedAt={query.dataUpdatedAt} />
      )}
    </EngineGameQuery>
  );
}

interface TableProps extends EngineSnapshot, Freshness {
  minichess: MinichessContract;
}

function EngineTable({ game, legal, progress, minichess, error, dataUpdatedAt }: TableProps) {
  const { player, busy, send } = useSendTransaction();
  const newGame = useNewGame();
  const [promoting, setPromoting] = useState<{ from: number; to: number }>();
  const [pending, setPending] = useState<{ from: number; to: number }>();
  const [flipped, setFlipped] = useState(false);
  const { changed, moves } = useMoves(game, minichess.address);
  const isOngoing = game.outcome === 0;
  const isOwn = player === game.player;
  const isThinking = isOngoing && !game.whiteToMove;
  const canMove = isOngoing && game.whiteToMove && isOwn && !busy && !error;
  useTitle(canMove ? `Your turn · engine game ${game.id}` : `Engine game ${game.id}`);

  const again = () =>
    newGame({
      engine: minichess,
      title: `New game at depth ${game.depth}`,
      args: [game.depth],
      view: (id) => ({ view: "engine", id }),
    });

  async function submit(from: number, to: number, promotion?: Role) {
    setPromoting(undefined);
    setPending({ from, to });
    const args = [game.id, from, to];
    if (promotion) args.push(contractPromotion(promotion));
    // the engine's answer may hide it: it is written down as it is made
    new MoveLog(minichess.address, game.id).write(game.plies + 1, moveText(game.board, from, to, promotion));
    const title = `Move ${squareName(from)}–${squareName(to)}`;
    await send({ title, build: ({ address }) => minichess.call(address, "makeMove", args) });
    setPending(undefined);
  }

  function choose(from: number, to: number) {
    const promotes = legal.some((move) => move.from === from && move.to === to && promotionRole(move.promotion));
    if (promotes) setPromoting({ from, to });
    else submit(from, to);
  }

  const title = pending
    ? `Sending ${squareName(pending.from)}–${squareName(pending.to)}; the engine answers`
    : isOngoing
      ? isThinking
        ? "The engine is thinking"
        : isOwn
          ? "Your turn"
          : "White to move"
      : sentence(OUTCOMES[game.outcome] ?? "");
  return (
    <EngineGameFrame
      game={game}
      orientation={flipped ? "black" : "white"}
      onFlip={() => setFlipped(!flipped)}
      nameOf={(color) => (color === "black" ? `The engine at depth ${game.depth}` : isOwn ? "You" : "The player")}
      mover={!isOngoing ? undefined : game.whiteToMove ? "white" : "black"}
      error={error}
      dataUpdatedAt={dataUpdatedAt}
      board={
        <SixBySixBoard
          board={game.board}
          legal={canMove ? legal : []}
          changed={changed}
          flipped={flipped}
          pending={pending}
          onMove={choose}
        >
          {promoting && (
            <PromotionPicker
              color="white"
              {...placeOnBoard(promoting.to, flipped)}
              size={SIZE}
              onChoose={(promotion) => submit(promoting.from, promoting.to, promotion)}
              onCancel={() => setPromoting(undefined)}
            />
          )}
        </SixBySixBoard>
      }
      about={
        <>
          <p className={controls.muted}>No wager. The contract checks every move and thinks for Black.</p>
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
      <EngineStatus
        title={title}
        detail={
          isThinking && progress
            ? `Searched to depth ${progress.depth} of ${game.depth}, ${progress.nodes.toLocaleString("en")} positions`
            : lastMoveText(changed, game)
        }
        isYours={canMove}
        thinking={isThinking ? { progress, share: undefined } : undefined}
        isOwn={isOwn}
        id={game.id}
        engine={minichess}
        onNewGame={!isOngoing && player ? again : undefined}
      />
      <MoveList moves={moves} index={moves.length} />
    </EngineGameFrame>
  );
}

/** The squares that the last thing to happen has changed, and the moves that this browser has seen. */
function useMoves(game: EngineGame, contract: string): { changed: number[]; moves: string[] } {
  const before = useRef(game);
  const [changed, setChanged] = useState<number[]>([]);
  const log = new MoveLog(contract, game.id);
  const [moves, setMoves] = useState(() => log.read(game.plies));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the log is a name for a place in storage
  useEffect(() => {
    const old = before.current;
    before.current = game;
    if (old.plies === game.plies) return;
    setChanged(changedSquares(old.board, game.board));
    const isEnginesTurnOver = game.plies % 2 === 0;
    const black = isEnginesTurnOver ? moveBetween(old.board, game.board, "black") : undefined;
    if (black) log.write(game.plies, black);
    setMoves(log.read(game.plies));
    play(game.outcome === 0 ? "move" : "end");
  }, [game]);
  return { changed, moves };
}

/** The engine's move among the changed squares: its piece that stands where it didn't. */
function lastMoveText(changed: number[], game: EngineGame): string {
  const arrived = changed.filter((index) => pieceAt(game.board, index)?.color === "black");
  const [to] = arrived;
  if (to === undefined) return `Game ${game.id}, move ${Math.floor(game.plies / 2) + 1}.`;
  return `The engine moved its ${pieceAt(game.board, to)?.role} to ${squareName(to)}.`;
}
