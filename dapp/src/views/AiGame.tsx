import { useQuery } from "@tanstack/react-query";
import type { Role } from "chessops";
import { useEffect, useRef, useState } from "react";
import type { LegalMove } from "../chain/chess";
import { estimatedFee } from "../chain/engineCost";
import { formatAmount } from "../chain/format";
import { useChain } from "../chain/hooks";
import {
  type EngineEndpoint,
  type EngineGame,
  type MinichessContract,
  OUTCOMES,
  type Suggestion,
} from "../chain/minichess";
import { contractPromotion, promotionRole } from "../chess/history";
import { changedSquares, pieceAt, squareName } from "../chess/sixBySix";
import { OfGame } from "../parts/OfGame";
import { Promotion } from "../parts/Promotion";
import { SixBySix } from "../parts/SixBySix";
import { play } from "../parts/sound";
import { useCall } from "../parts/useCall";
import { href } from "../router";

const POLL_MS = 1_000;
/** How far the free view looks for a hint, whose cost stands for any move's. */
const PREVIEW_DEPTH = 5;
const PREVIEW_NODES = 20_000;

interface State {
  game: EngineGame;
  legal: LegalMove[];
  /** How far the engine is, while it thinks. */
  progress: Suggestion | undefined;
}

export function AiGame({ id, minichess }: { id: number; minichess: MinichessContract }) {
  const query = useQuery({
    queryKey: ["ai game", id],
    queryFn: async (): Promise<State> => {
      const game = await minichess.game(id);
      const isOngoing = game.outcome === 0;
      const [legal, progress] = await Promise.all([
        isOngoing && game.whiteToMove ? minichess.legalMoves(id) : [],
        isOngoing && !game.whiteToMove ? minichess.progress(id) : undefined,
      ]);
      return { game, legal, progress };
    },
    refetchInterval: ({ state }) => (state.data && state.data.game.outcome !== 0 ? false : POLL_MS),
  });
  return (
    <OfGame id={id} query={query}>
      {(state) => <Table {...state} minichess={minichess} />}
    </OfGame>
  );
}

function Table({ game, legal, progress, minichess }: State & { minichess: MinichessContract }) {
  const { player, busy, call } = useCall();
  const [promoting, setPromoting] = useState<{ from: number; to: number }>();
  const [pending, setPending] = useState<{ from: number; to: number }>();
  const changed = useLastChange(game);
  const isOngoing = game.outcome === 0;
  const isThinking = isOngoing && !game.whiteToMove;
  const canMove = isOngoing && game.whiteToMove && player === game.player && !busy;

  const send = (title: string, endpoint: EngineEndpoint, args: number[]) =>
    call(title, (sender) => minichess.call(sender, endpoint, args));

  async function submit(from: number, to: number, promotion?: Role) {
    setPromoting(undefined);
    setPending({ from, to });
    const args = [game.id, from, to];
    if (promotion) args.push(contractPromotion(promotion));
    await send(`Move ${squareName(from)}–${squareName(to)}`, "makeMove", args);
    setPending(undefined);
  }

  function choose(from: number, to: number) {
    const promotes = legal.some((move) => move.from === from && move.to === to && promotionRole(move.promotion));
    if (promotes) setPromoting({ from, to });
    else submit(from, to);
  }

  return (
    <main className="game" data-testid="ai-game" data-plies={game.plies} data-outcome={game.outcome}>
      <h1 className="visually-hidden">Game {game.id} against the engine</h1>
      <div className="table">
        <div className="player">
          <span className="dot black" aria-hidden="true" />
          <span className="name">The engine at depth {game.depth}</span>
        </div>
        <SixBySix board={game.board} legal={canMove ? legal : []} changed={changed} pending={pending} onMove={choose} />
        <div className="player">
          <span className="dot white" aria-hidden="true" />
          <span className="name">{player === game.player ? "You" : "The player"}</span>
        </div>
      </div>
      <aside>
        <article className={isOngoing ? "standing" : "standing over"} data-testid="standing">
          <strong role="status">
            {isOngoing ? (isThinking ? "The engine is thinking" : "Your turn") : sentence(OUTCOMES[game.outcome] ?? "")}
          </strong>
          <p className="quiet">{lastMoveText(changed, game)}</p>
        </article>
        {isThinking && progress && (
          <section className="actions" aria-label="The engine's thinking">
            <label className="thinking">
              Searched to depth {progress.depth} of {game.depth}, {progress.nodes.toLocaleString("en")} positions
              <progress max={game.depth} value={progress.depth} />
            </label>
            <button type="button" disabled={!player || busy} onClick={() => send("Think on", "think", [game.id])}>
              Think on
            </button>
            <button
              type="button"
              className="secondary"
              disabled={player !== game.player || busy}
              onClick={() => send("Move now", "moveNow", [game.id])}
            >
              Move now
            </button>
          </section>
        )}
        {isOngoing && game.whiteToMove && <Preview game={game} minichess={minichess} />}
        <div className="links">
          <a className="button" href={href({ view: "ai", id: undefined })}>
            All my games
          </a>
        </div>
      </aside>
      {promoting && (
        <Promotion
          color="white"
          onChoose={(promotion) => submit(promoting.from, promoting.to, promotion)}
          onCancel={() => setPromoting(undefined)}
        />
      )}
    </main>
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What the next move is likely to cost, and what the engine would play in your place. */
function Preview({ game, minichess }: { game: EngineGame; minichess: MinichessContract }) {
  const { config } = useChain();
  const { player } = useCall();
  const [hint, setHint] = useState(-1);
  const { data } = useQuery({
    queryKey: ["ai preview", game.id, game.plies, player],
    queryFn: async () => {
      const best = await minichess.suggest(game.id, Math.min(game.depth, PREVIEW_DEPTH), PREVIEW_NODES);
      const args = [game.id, best.from, best.to, ...(best.promotion ? [best.promotion] : [])];
      return { best, gas: await minichess.gasOf(player ?? "", "makeMove", args) };
    },
    enabled: player === game.player,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (player !== game.player) return null;
  if (!data) return <p aria-busy="true">Asking what a move costs…</p>;
  const { best, gas } = data;
  return (
    <section className="actions" aria-label="Before you move">
      <p data-testid="expected">
        A move here costs you about {formatAmount(estimatedFee(config, gas), 18, 5)} EGLD in fees, with the engine's
        thinking.
      </p>
      {hint === game.plies ? (
        <p>
          In your place the engine would play {squareName(best.from)}–{squareName(best.to)}.
        </p>
      ) : (
        <button type="button" className="secondary" onClick={() => setHint(game.plies)}>
          Hint
        </button>
      )}
    </section>
  );
}

/** The squares that the last thing to happen has changed. */
function useLastChange(game: EngineGame): number[] {
  const before = useRef(game);
  const [changed, setChanged] = useState<number[]>([]);
  useEffect(() => {
    const old = before.current;
    before.current = game;
    if (old.plies === game.plies) return;
    setChanged(changedSquares(old.board, game.board));
    play(game.outcome === 0 ? "move" : "end");
  }, [game]);
  return changed;
}

/** The engine's move among the changed squares: its piece that stands where it didn't. */
function lastMoveText(changed: number[], game: EngineGame): string {
  const arrived = changed.filter((index) => pieceAt(game.board, index)?.color === "black");
  const [to] = arrived;
  if (to === undefined) return `Game ${game.id}, move ${Math.floor(game.plies / 2) + 1}.`;
  return `The engine moved its ${pieceAt(game.board, to)?.role} to ${squareName(to)}.`;
}
