import { useQuery } from "@tanstack/react-query";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { PromotionPicker } from "../board/PromotionPicker";
import { roleName } from "../board/pieceNames";
import { useTitle } from "../browser/notices";
import type { Suggestion } from "../chain/engines/engineContract";
import { type EngineGame, type MinichessContract, outcomeOf } from "../chain/engines/minichess";
import type { LegalMove } from "../chain/game";
import { nextPoll } from "../chain/rest";
import { contractPromotion, promotionRole } from "../chess/history";
import type { FromTo } from "../chess/san";
import { formatNumber, t } from "../i18n/i18n";
import { spokenMove } from "../table/MoveAnnouncer";
import { MoveInput } from "../table/MoveInput";
import { MoveList } from "../table/MoveList";
import { useStepper } from "../table/useStepper";
import controls from "../ui/controls.module.css";
import { usePlayer } from "../wallet/wallet";
import { EngineGameFrame, EngineGameQuery, type Freshness } from "./EngineGameFrame";
import { EngineStatus } from "./EngineStatus";
import { Preview } from "./Preview";
import { sentence } from "./sentence";
import { MoveLog, type Seen } from "./sixBySix/moveLog";
import { placeOnBoard, SixBySixBoard } from "./sixBySix/SixBySixBoard";
import { boardAfter, capturesOn, changedSquares, pieceAt, SIZE, squareName } from "./sixBySix/sixBySix";
import { moveOf, moveText, typedMove } from "./sixBySix/sixBySixMoves";
import { useEngineMove } from "./useEngineMove";
import { useMoveSounds } from "./useMoveSounds";
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
  const player = usePlayer();
  const newGame = useNewGame();
  const [flipped, setFlipped] = useState(false);
  const { log, moves, boards } = useSeen(game, minichess.address);
  const [index, stepTo] = useStepper(moves.length);
  const isOngoing = game.outcome === 0;
  const isOwn = player === game.player;
  const isThinking = isOngoing && !game.whiteToMove;
  const isOpen = isOngoing && game.whiteToMove && isOwn && !error;
  const name = (move: FromTo) => moveText(game.board, move);
  const move = useEngineMove({
    engine: minichess,
    game,
    isOpen,
    name,
    args: ({ from, to, promotion }) => [from, to, ...(promotion ? [contractPromotion(promotion)] : [])],
    // the engine's answer may hide it: it is written down as it is made
    onSend: (move) => log.write(game.plies + 1, name(move)),
  });
  const { pending, promoting } = move;
  const isYours = isOpen && !pending;
  const last = moves.at(-1);
  useMoveSounds(moves.length, !isOngoing, { captured: last?.includes("x") });
  useTitle(isYours ? t("Your turn · engine game {id}", { id: game.id }) : t("Engine game {id}", { id: game.id }));

  const isLatest = index === moves.length;
  const ahead = isLatest ? move.ahead : undefined;
  const shown = (!isLatest && boards[index]) || game.board;
  const board = ahead ? boardAfter(shown, ahead) : shown;
  const before = ahead ? shown : boards[index - 1];

  /** Goes to a position, or on to the next one that this browser knows: it has those at both ends. */
  const step = useCallback(
    (next: number) => {
      let known = next;
      while (known > 0 && known < moves.length && !boards[known]) known += next < index ? -1 : 1;
      stepTo(known);
    },
    [boards, index, moves.length, stepTo],
  );

  const again = () =>
    newGame({
      engine: minichess,
      title: t("New game at depth {depth}", { depth: game.depth }),
      args: [game.depth],
      view: (id) => ({ view: "engine", id }),
    });

  function choose(from: number, to: number) {
    const promotes = legal.some((move) => move.from === from && move.to === to && promotionRole(move.promotion));
    if (promotes) move.askPromotion({ from, to });
    else move.play({ from, to });
  }

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
      board={
        <SixBySixBoard
          board={board}
          legal={move.canMove && isLatest ? legal : []}
          changed={before ? changedSquares(before, board) : []}
          flipped={flipped}
          pending={isLatest ? pending : undefined}
          dimmed={error !== null || !isLatest}
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
      }
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
      <EngineStatus
        title={titleText(game, isOwn, name, move)}
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
        isYours={isYours}
        lookingAt={isLatest ? undefined : index}
        onBack={() => stepTo(moves.length)}
        proposal={move.proposed && { move: name(move.proposed), onConfirm: move.confirm, onTakeBack: move.takeBack }}
        thinking={isThinking ? { progress, share: undefined } : undefined}
        isOwn={isOwn}
        id={game.id}
        engine={minichess}
        onNewGame={!isOngoing && player ? again : undefined}
      />
      <MoveList moves={moves} index={index} onStep={step} />
      <MoveInput
        parse={(text) => typedMove(game.board, legal, text)}
        example="Nc3, b2b4"
        enabled={move.canMove && isLatest}
        onMove={move.play}
      />
    </EngineGameFrame>
  );
}

/** The moves and boards that this browser has seen, and where it writes them down. */
function useSeen(game: EngineGame, contract: string): Seen & { log: MoveLog } {
  const log = useMemo(() => new MoveLog(contract, game.id), [contract, game.id]);
  const earlier = useRef(game.board);
  const [seen, setSeen] = useState(() => log.read(game.plies));
  // before it is drawn: the board and its moves belong together
  useLayoutEffect(() => {
    log.see(game, earlier.current);
    earlier.current = game.board;
    setSeen(log.read(game.plies));
  }, [game, log]);
  return { ...seen, log };
}

function titleText(
  game: EngineGame,
  isOwn: boolean,
  name: (move: FromTo) => string,
  { pending, proposed }: { pending: FromTo | undefined; proposed: FromTo | undefined },
): string {
  if (pending) return t("Sending {move}; the engine answers", { move: name(pending) });
  if (proposed) return t("Play {move}?", { move: name(proposed) });
  if (game.outcome !== 0) return sentence(outcomeOf(game.outcome));
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
