import { useQuery } from "@tanstack/react-query";
import type { Role } from "chessops";
import { useEffect, useRef, useState } from "react";
import { href } from "../app/router";
import { PromotionPicker } from "../board/PromotionPicker";
import { useChain } from "../chain/ChainContext";
import { estimatedFee } from "../chain/engineCost";
import { formatAmount } from "../chain/format";
import type { LegalMove } from "../chain/game";
import {
  type EngineEndpoint,
  type EngineGame,
  type MinichessContract,
  OUTCOMES,
  type Suggestion,
} from "../chain/minichess";
import { nextPoll } from "../chain/rest";
import { contractPromotion, promotionRole } from "../chess/history";
import layout from "../game/GameLayout.module.css";
import status from "../game/GameStatus.module.css";
import { MoveList } from "../game/MoveList";
import bars from "../game/PlayerBar.module.css";
import { useSendTransaction } from "../transactions/useSendTransaction";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { useTitle } from "../ui/notices";
import { QueryView, StaleNotice } from "../ui/QueryView";
import { play } from "../ui/sound";
import { MoveLog, moveBetween, moveText } from "./moveLog";
import { placeOnBoard, SixBySixBoard } from "./SixBySixBoard";
import { changedSquares, pieceAt, SIZE, squareName } from "./sixBySix";

/** How far the free view looks for a hint, whose cost stands for any move's. */
const PREVIEW_DEPTH = 5;
const PREVIEW_NODES = 20_000;

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
    <QueryView
      what={`game ${id} against the engine`}
      query={query}
      wayBack={
        <a className={controls.button} href={href({ view: "engine", id: undefined })}>
          To your games
        </a>
      }
    >
      {(snapshot) => (
        <EngineTable {...snapshot} minichess={minichess} error={query.error} dataUpdatedAt={query.dataUpdatedAt} />
      )}
    </QueryView>
  );
}

interface TableProps extends EngineSnapshot {
  minichess: MinichessContract;
  error: Error | null;
  dataUpdatedAt: number;
}

function EngineTable({ game, legal, progress, minichess, error, dataUpdatedAt }: TableProps) {
  const { player, busy, send } = useSendTransaction();
  const [promoting, setPromoting] = useState<{ from: number; to: number }>();
  const [pending, setPending] = useState<{ from: number; to: number }>();
  const [flipped, setFlipped] = useState(false);
  const { changed, moves } = useMoves(game, minichess.address);
  const isOngoing = game.outcome === 0;
  const isOwn = player === game.player;
  const isThinking = isOngoing && !game.whiteToMove;
  const canMove = isOngoing && game.whiteToMove && isOwn && !busy && !error;
  useTitle(canMove ? `Your turn · engine game ${game.id}` : `Engine game ${game.id}`);

  const call = (title: string, endpoint: EngineEndpoint, args: number[]) =>
    send({ title, build: ({ address }) => minichess.call(address, endpoint, args) });

  async function submit(from: number, to: number, promotion?: Role) {
    setPromoting(undefined);
    setPending({ from, to });
    const args = [game.id, from, to];
    if (promotion) args.push(contractPromotion(promotion));
    // the engine's answer may hide it: it is written down as it is made
    new MoveLog(minichess.address, game.id).write(game.plies + 1, moveText(game.board, from, to, promotion));
    await call(`Move ${squareName(from)}–${squareName(to)}`, "makeMove", args);
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
  const bar = (color: "white" | "black") => (
    <div className={isOngoing && game.whiteToMove === (color === "white") ? `${bars.bar} ${bars.onMove}` : bars.bar}>
      <span className={bars.name}>
        <span className={bars.dot} data-color={color} />
        {color === "black" ? `The engine at depth ${game.depth}` : isOwn ? "You" : "The player"}
      </span>
    </div>
  );
  const sides = flipped ? (["white", "black"] as const) : (["black", "white"] as const);

  return (
    <main className={layout.game} data-testid="ai-game" data-plies={game.plies} data-outcome={game.outcome}>
      <h1 className="visually-hidden">Game {game.id} against the engine</h1>
      <div className={layout.table}>
        {bar(sides[0])}
        <div className={layout.board}>
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
          <div className={layout.over}>
            <StaleNotice error={error} dataUpdatedAt={dataUpdatedAt} />
          </div>
        </div>
        {bar(sides[1])}
      </div>
      <div className={layout.panel}>
        <section
          className={canMove ? `${status.status} ${status.yours}` : status.status}
          data-testid="standing"
          aria-label="Status"
        >
          <header className={status.header}>
            <strong role="status">{title}</strong>
          </header>
          <p className={status.detail}>
            {isThinking && progress
              ? `Searched to depth ${progress.depth} of ${game.depth}, ${progress.nodes.toLocaleString("en")} positions`
              : lastMoveText(changed, game)}
          </p>
          <div className={status.slot}>
            {isThinking && (
              <>
                <button
                  type="button"
                  className={controls.primary}
                  disabled={!player || busy}
                  onClick={() => call("Think on", "think", [game.id])}
                >
                  Think on
                </button>
                <button
                  type="button"
                  className={controls.button}
                  disabled={!isOwn || busy}
                  onClick={() => call("Move now", "moveNow", [game.id])}
                >
                  Move now
                </button>
              </>
            )}
          </div>
        </section>
        <MoveList moves={moves} index={moves.length} />
        <div className={controls.row}>
          <button
            type="button"
            className={controls.button}
            aria-label="Turn the board"
            title="Turn the board"
            onClick={() => setFlipped(!flipped)}
          >
            <Icon name="flip" />
          </button>
          <a className={controls.button} href={href({ view: "engine", id: undefined })}>
            All my games
          </a>
        </div>
      </div>
      <aside className={controls.stack} aria-label="About this game">
        <section className={`${controls.card} ${controls.stack}`}>
          <h2>Game {game.id}</h2>
          <p className={controls.muted}>No wager. The contract checks every move and thinks for Black.</p>
          {isOngoing && game.whiteToMove && isOwn && <Preview game={game} minichess={minichess} />}
        </section>
      </aside>
    </main>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the next move is likely to cost, and what the engine would play in your place. */
function Preview({ game, minichess }: { game: EngineGame; minichess: MinichessContract }) {
  const { config } = useChain();
  const { player } = useSendTransaction();
  const [hint, setHint] = useState(-1);
  const { data } = useQuery({
    queryKey: ["engine", "preview", game.id, game.plies, player],
    queryFn: async () => {
      const best = await minichess.suggest(game.id, Math.min(game.depth, PREVIEW_DEPTH), PREVIEW_NODES);
      const args = [game.id, best.from, best.to, ...(best.promotion ? [best.promotion] : [])];
      return { best, gas: await minichess.gasOf(player ?? "", "makeMove", args) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (!data) return <p aria-busy="true">Asking what a move costs…</p>;
  const { best, gas } = data;
  return (
    <>
      <p data-testid="expected">
        A move here costs you about {formatAmount(estimatedFee(config, gas), 18, 5)} EGLD in fees, with the engine's
        thinking.
      </p>
      {hint === game.plies ? (
        <p>
          In your place the engine would play {squareName(best.from)}–{squareName(best.to)}.
        </p>
      ) : (
        <button type="button" className={controls.button} onClick={() => setHint(game.plies)}>
          Hint
        </button>
      )}
    </>
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
