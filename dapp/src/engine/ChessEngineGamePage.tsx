import { useQuery } from "@tanstack/react-query";
import type { Role, Square } from "chessops";
import { useEffect, useMemo, useRef, useState } from "react";
import { ChessBoard } from "../board/ChessBoard";
import { PromotionPicker, placeOf } from "../board/PromotionPicker";
import type { Suggestion } from "../chain/engineContract";
import {
  type EnginechessContract,
  type EnginechessGame,
  levelOf,
  outcomeText,
  strengthText,
} from "../chain/enginechess";
import { type Color, otherColor } from "../chain/game";
import { nextPoll } from "../chain/rest";
import { contractPromotion, contractSquare, type Ply, promotionRole, replay } from "../chess/history";
import { asKingSteps, attackedKing, type FromTo, fenAfter, sanOf } from "../chess/san";
import { START_FEN } from "../chess/start";
import { spoken } from "../game/MoveAnnouncer";
import { MoveInput } from "../game/MoveInput";
import { MoveList } from "../game/MoveList";
import { useStepper } from "../game/useStepper";
import { useSendTransaction } from "../transactions/useSendTransaction";
import controls from "../ui/controls.module.css";
import { useTitle } from "../ui/notices";
import { play } from "../ui/sound";
import { EngineGameFrame, EngineGameQuery, type Freshness } from "./EngineGameFrame";
import { EngineStatus } from "./EngineStatus";
import { destsOf, isLegal, promotes } from "./legal";
import { Preview } from "./Preview";
import { sentence } from "./sentence";
import { useEngines } from "./useEngines";
import { useNewGame } from "./useNewGame";

/** The level whose answer is the hint: cheap, and free to ask for. */
const HINT_LEVEL = 3;

interface Snapshot {
  game: EnginechessGame;
  /** The position it began with. */
  start: string;
  plies: Ply[];
  /** How far the engine is, while it thinks. */
  progress: Suggestion | undefined;
}

const isThinking = ({ outcome, turn, side }: EnginechessGame): boolean => outcome === 0 && turn !== side;

/** A game of chess against the engine. */
export function ChessEngineGamePage({ id }: { id: number }) {
  const { enginechess: engine } = useEngines();
  const query = useQuery({
    queryKey: ["engine", "chess", id],
    enabled: engine !== undefined,
    queryFn: async (): Promise<Snapshot> => {
      if (!engine) throw new Error("there is no such engine on this chain");
      const [game, moves, start = START_FEN] = await Promise.all([engine.game(id), engine.moves(id), engine.start(id)]);
      const progress = isThinking(game) ? await engine.progress(id) : undefined;
      return { game, start, plies: replay(moves, start), progress };
    },
    // only the player's own transactions, or who thinks on for the engine, change anything
    refetchInterval: (asked) => {
      const { data } = asked.state;
      if (data?.game.outcome !== 0) return false;
      return isThinking(data.game) ? nextPoll(asked, 1_000, 15_000) : nextPoll(asked, 5_000, 60_000);
    },
  });
  if (!engine) {
    return (
      <main className={controls.page}>
        <p role="status">There is no such engine on this chain.</p>
      </main>
    );
  }
  return (
    <EngineGameQuery id={id} query={query}>
      {(snapshot) => (
        <EngineTable {...snapshot} engine={engine} error={query.error} dataUpdatedAt={query.dataUpdatedAt} />
      )}
    </EngineGameQuery>
  );
}

interface TableProps extends Snapshot, Freshness {
  engine: EnginechessContract;
}

function EngineTable({ game, start, plies, progress, engine, error, dataUpdatedAt }: TableProps) {
  const { player, busy, send } = useSendTransaction();
  const newGame = useNewGame();
  const [promoting, setPromoting] = useState<{ from: Square; to: Square }>();
  const [pending, setPending] = useState<FromTo>();
  const [flipped, setFlipped] = useState(false);
  const [index, step] = useStepper(plies.length);
  useSounds(game, plies);
  const isOwn = player === game.player;
  const isOngoing = game.outcome === 0;
  const thinks = isThinking(game);
  const isLatest = index === plies.length;
  const canMove = isOngoing && !thinks && isOwn && !busy && !error && !pending;
  useTitle(canMove ? `Your turn · engine game ${game.id}` : `Engine game ${game.id}`);

  const now = plies.at(-1)?.fen ?? start;
  const shown = plies[index - 1];
  const fen = shown?.fen ?? start;
  const boardFen = isLatest && pending ? fenAfter(fen, pending) : fen;
  const dests = useMemo(() => (canMove && isLatest ? destsOf(now) : undefined), [canMove, isLatest, now]);
  const orientation: Color = flipped ? otherColor(game.side) : game.side;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with another position the move has arrived
  useEffect(() => setPending(undefined), [plies.length]);

  async function submit(move: FromTo) {
    setPromoting(undefined);
    setPending(move);
    const args = [game.id, contractSquare(move.from), contractSquare(move.to)];
    if (move.promotion) args.push(contractPromotion(move.promotion));
    const title = `Move ${sanOf(now, move)}`;
    const sent = await send({ title, build: ({ address }) => engine.call(address, "makeMove", args) });
    if (!sent) setPending(undefined);
  }

  function drop(from: Square, to: Square) {
    if (promotes(now, from, to)) setPromoting({ from, to });
    else submit(asKingSteps(now, { from, to }));
  }

  const level = levelOf(game.level);
  // a game that began with Black's move
  const first = start.split(" ")[1] === "b" ? ["…"] : [];
  const place = promoting && placeOf(promoting.to, orientation);
  const last = plies.at(-1);
  const again = () =>
    newGame({
      engine,
      title: `New game at level ${game.level}`,
      args: [game.level, game.side === "white" ? 0 : 1],
      view: (id) => ({ view: "engine8x8", id }),
    });

  return (
    <EngineGameFrame
      game={game}
      orientation={orientation}
      onFlip={() => setFlipped(!flipped)}
      nameOf={(color) => (color !== game.side ? `The engine at level ${game.level}` : isOwn ? "You" : "The player")}
      mover={isOngoing ? game.turn : undefined}
      error={error}
      dataUpdatedAt={dataUpdatedAt}
      board={
        <ChessBoard
          fen={boardFen}
          orientation={orientation}
          turn={game.turn}
          check={attackedKing(boardFen)}
          lastMove={isLatest && pending ? pending : shown?.move}
          pending={isLatest ? pending : undefined}
          dests={dests}
          onMove={drop}
          dimmed={error !== null || !isLatest}
        >
          {promoting && place && (
            <PromotionPicker
              color={game.side}
              {...place}
              size={8}
              onChoose={(promotion: Role) => submit({ ...promoting, promotion })}
              onCancel={() => setPromoting(undefined)}
            />
          )}
        </ChessBoard>
      }
      about={
        <>
          <p className={controls.muted}>No wager. The contract checks every move and thinks for the engine.</p>
          {level && (
            <p className={controls.muted}>
              Level {game.level}: {level.nodes.toLocaleString("en")} positions a move. {strengthText(level.elo)}.
            </p>
          )}
          {isOngoing && !thinks && isOwn && (
            <Preview
              engine={engine}
              id={game.id}
              plies={plies.length}
              strength={Math.min(game.level, HINT_LEVEL)}
              name={(best) => sanOf(now, fromContract(best))}
            />
          )}
        </>
      }
    >
      <p className="visually-hidden" role="status" data-testid="announcer">
        {last ? `${otherColor(game.turn) === "white" ? "White" : "Black"}: ${spoken(last.san)}.` : ""}
      </p>
      <EngineStatus
        title={titleText(game, now, pending, isOwn)}
        detail={detailText(game, now, last, progress)}
        isYours={canMove}
        thinking={thinks ? { progress, share: level && progress && progress.nodes / level.nodes } : undefined}
        isOwn={isOwn}
        id={game.id}
        engine={engine}
        onNewGame={!isOngoing && player ? again : undefined}
      />
      <MoveList
        moves={[...first, ...plies.map(({ san }) => san)]}
        index={index + first.length}
        onStep={(ply) => step(Math.max(0, ply - first.length))}
      />
      <MoveInput fen={now} enabled={dests !== undefined} onMove={submit} isLegal={(move) => isLegal(now, move)} />
    </EngineGameFrame>
  );
}

/** A move by chessops' squares. */
const fromContract = ({ from, to, promotion }: Suggestion): FromTo => ({
  from: contractSquare(from),
  to: contractSquare(to),
  promotion: promotionRole(promotion),
});

function titleText(game: EnginechessGame, fen: string, pending: FromTo | undefined, isOwn: boolean): string {
  if (pending) return `Sending ${sanOf(fen, pending)}; the engine answers`;
  if (game.outcome !== 0) return sentence(outcomeText(game));
  if (isThinking(game)) return "The engine is thinking";
  return isOwn ? "Your turn" : `${game.turn === "white" ? "White" : "Black"} to move`;
}

function detailText(
  game: EnginechessGame,
  fen: string,
  last: Ply | undefined,
  progress: Suggestion | undefined,
): string {
  if (isThinking(game) && progress) {
    const of = levelOf(game.level)?.nodes.toLocaleString("en") ?? "?";
    const best = progress.depth > 0 ? `; best so far ${sanOf(fen, fromContract(progress))}` : "";
    return `${progress.nodes.toLocaleString("en")} of ${of} positions, depth ${progress.depth}${best}`;
  }
  if (!last) return `Game ${game.id}. Nobody has moved yet.`;
  return game.turn === game.side && game.outcome === 0 ? `The engine played ${last.san}.` : `${last.san} was played.`;
}

/** Lets each new move and the end be heard. */
function useSounds(game: EnginechessGame, plies: Ply[]) {
  const heard = useRef(plies.length);
  useEffect(() => {
    const before = heard.current;
    heard.current = plies.length;
    if (plies.length <= before) return;
    const last = plies.at(-1);
    play(game.outcome !== 0 ? "end" : last?.check ? "check" : last?.captured ? "capture" : "move");
  }, [game.outcome, plies]);
}
