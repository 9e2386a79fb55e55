import { useQuery } from "@tanstack/react-query";
import type { Square } from "chessops";
import { useMemo, useState } from "react";
import { ChessBoard } from "../board/ChessBoard";
import { PromotionPicker, placeOf } from "../board/PromotionPicker";
import { useTitle } from "../browser/notices";
import type { Suggestion } from "../chain/engines/engineContract";
import {
  type EnginechessContract,
  type EnginechessGame,
  levelOf,
  outcomeText,
  strengthText,
} from "../chain/engines/enginechess";
import { type Color, otherColor } from "../chain/game";
import { nextPoll } from "../chain/rest";
import { capturesBy } from "../chess/captures";
import { contractPromotion, contractSquare, type Ply, promotionRole, replay } from "../chess/history";
import { asKingSteps, attackedKing, type FromTo, fenAfter, parseMove, sanOf } from "../chess/san";
import { START_FEN } from "../chess/start";
import { formatNumber, t } from "../i18n/i18n";
import { spokenMove } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { useStepper } from "../table/useStepper";
import controls from "../ui/controls.module.css";
import { usePlayer } from "../wallet/wallet";
import { EngineGameFrame, EngineGameQuery, type Freshness } from "./EngineGameFrame";
import { EngineStatus } from "./EngineStatus";
import { destsOf, isLegal, promotes } from "./legal";
import { Preview } from "./Preview";
import { sentence } from "./sentence";
import { useEngineMove } from "./useEngineMove";
import { useEngines } from "./useEngines";
import { useMoveSounds } from "./useMoveSounds";
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
        <p role="status">{t("There is no such engine on this chain.")}</p>
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
  const player = usePlayer();
  const newGame = useNewGame();
  const [flipped, setFlipped] = useState(false);
  const [index, step] = useStepper(plies.length);
  const last = plies.at(-1);
  useMoveSounds(plies.length, game.outcome !== 0, last);
  const isOwn = player === game.player;
  const isOngoing = game.outcome === 0;
  const thinks = isThinking(game);
  const isLatest = index === plies.length;
  const now = last?.fen ?? start;
  const isOpen = isOngoing && !thinks && isOwn && !error;
  const move = useEngineMove({
    engine,
    game,
    isOpen,
    name: (move) => sanOf(now, move),
    args: ({ from, to, promotion }) => [
      contractSquare(from),
      contractSquare(to),
      ...(promotion ? [contractPromotion(promotion)] : []),
    ],
  });
  const { canMove, pending, promoting } = move;
  const isYours = isOpen && !pending;
  useTitle(isYours ? t("Your turn · engine game {id}", { id: game.id }) : t("Engine game {id}", { id: game.id }));

  const shown = plies[index - 1];
  const fen = shown?.fen ?? start;
  const ahead = isLatest ? move.ahead : undefined;
  const boardFen = ahead ? fenAfter(fen, ahead) : fen;
  const dests = useMemo(() => (canMove && isLatest ? destsOf(now) : undefined), [canMove, isLatest, now]);
  const orientation: Color = flipped ? otherColor(game.side) : game.side;

  function drop(from: Square, to: Square) {
    if (promotes(now, from, to)) move.askPromotion({ from, to });
    else move.play(asKingSteps(now, { from, to }));
  }

  const level = levelOf(game.level);
  // a game that began with Black's move
  const mover: Color = start.split(" ")[1] === "b" ? "black" : "white";
  const first = mover === "black" ? ["…"] : [];
  const moves = [...first, ...plies.map(({ san }) => san)];
  const place = promoting && placeOf(promoting.to, orientation);
  const again = () =>
    newGame({
      engine,
      title: t("New game at level {level}", { level: game.level }),
      args: [game.level, game.side === "white" ? 0 : 1],
      view: (id) => ({ view: "engine8x8", id }),
    });

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
      board={
        <ChessBoard
          fen={boardFen}
          orientation={orientation}
          turn={game.turn}
          check={attackedKing(boardFen)}
          lastMove={ahead ?? shown?.move}
          pending={isLatest ? pending : undefined}
          dests={dests}
          onMove={drop}
          dimmed={error !== null || !isLatest}
        >
          {promoting && place && (
            <PromotionPicker color={game.side} {...place} size={8} onChoose={move.promote} onCancel={move.takeBack} />
          )}
        </ChessBoard>
      }
      spoken={last ? spokenMove(otherColor(game.turn), last.san) : ""}
      about={
        <>
          <p className={controls.muted}>{t("No wager. The contract checks every move and thinks for the engine.")}</p>
          {level && (
            <p className={controls.muted}>
              {t("Level {level}: {nodes} positions a move. {strength}.", {
                level: game.level,
                nodes: formatNumber(level.nodes),
                strength: strengthText(level.elo),
              })}
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
      <EngineStatus
        title={titleText(game, now, move, isOwn)}
        detail={detailText(game, now, last, progress)}
        moves={moves}
        isYours={isYours}
        lookingAt={isLatest ? undefined : index && index + first.length}
        onBack={() => step(plies.length)}
        proposal={
          move.proposed && {
            move: sanOf(now, move.proposed),
            onConfirm: move.confirm,
            onTakeBack: move.takeBack,
          }
        }
        thinking={thinks ? { progress, share: level && progress && progress.nodes / level.nodes } : undefined}
        isOwn={isOwn}
        id={game.id}
        engine={engine}
        onNewGame={!isOngoing && player ? again : undefined}
      />
      <MoveList moves={moves} index={index + first.length} onStep={(ply) => step(Math.max(0, ply - first.length))} />
      <MoveInput
        parse={(text) => parseMove(now, text)}
        example="Nf3, e7e8q"
        enabled={dests !== undefined}
        onMove={move.play}
        isLegal={(move) => isLegal(now, move)}
      />
    </EngineGameFrame>
  );
}

/** A move by chessops' squares. */
const fromContract = ({ from, to, promotion }: Suggestion): FromTo => ({
  from: contractSquare(from),
  to: contractSquare(to),
  promotion: promotionRole(promotion),
});

function titleText(
  game: EnginechessGame,
  fen: string,
  { pending, proposed }: { pending: FromTo | undefined; proposed: FromTo | undefined },
  isOwn: boolean,
): string {
  if (pending) return t("Sending {move}; the engine answers", { move: sanOf(fen, pending) });
  if (proposed) return t("Play {move}?", { move: sanOf(fen, proposed) });
  if (game.outcome !== 0) return sentence(outcomeText(game));
  if (isThinking(game)) return t("The engine is thinking");
  if (isOwn) return t("Your turn");
  return game.turn === "white" ? t("White to move") : t("Black to move");
}

function detailText(
  game: EnginechessGame,
  fen: string,
  last: Ply | undefined,
  progress: Suggestion | undefined,
): string {
  if (isThinking(game) && progress) {
    const most = levelOf(game.level)?.nodes;
    const searched = {
      nodes: formatNumber(progress.nodes),
      most: most === undefined ? "?" : formatNumber(most),
      depth: progress.depth,
    };
    if (progress.depth === 0) return t("{nodes} of {most} positions, depth {depth}", searched);
    const best = sanOf(fen, fromContract(progress));
    return t("{nodes} of {most} positions, depth {depth}; best so far {best}", { ...searched, best });
  }
  if (!last) return t("Game {id}. Nobody has moved yet.", { id: game.id });
  const isAnswer = game.turn === game.side && game.outcome === 0;
  return isAnswer ? t("The engine played {move}.", { move: last.san }) : t("{move} was played.", { move: last.san });
}
