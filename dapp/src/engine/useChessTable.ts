import { useMemo } from "react";
import type { Suggestion } from "../chain/engines/engineContract";
import type { EnginechessContract, EnginechessGame } from "../chain/engines/enginechess";
import { contractSquare, type Ply } from "../chess/history";
import { destsOf } from "../chess/legal";
import { sanOf } from "../chess/san";
import { turnOf } from "../chess/start";
import { useStepper } from "../table/useStepper";
import { usePlayer } from "../wallet/wallet";
import { useEngineMove } from "./useEngineMove";
import { useMoveSounds } from "./useMoveSounds";

/** A game of chess against the engine, as the chain has it. */
export interface ChessSnapshot {
  game: EnginechessGame;
  /** The position it began with. */
  start: string;
  plies: Ply[];
  /** How far the engine is, while it thinks. */
  progress: Suggestion | undefined;
}

export const isThinking = ({ outcome, turn, side }: EnginechessGame): boolean => outcome === 0 && turn !== side;

/**
 * How a game of chess against the engine stands for who looks at it, and how its player moves.
 * @param isFresh the chain answers: the game is as it is shown
 */
export function useChessTable(snapshot: ChessSnapshot, engine: EnginechessContract, isFresh: boolean) {
  const { game, start, plies } = snapshot;
  const player = usePlayer();
  const [index, step] = useStepper(plies.length);
  const last = plies.at(-1);
  useMoveSounds(plies.length, game.outcome !== 0, last);
  const isOwn = player === game.player;
  const isOngoing = game.outcome === 0;
  const thinks = isThinking(game);
  /** The position of the chain. */
  const now = last?.fen ?? start;
  const isOpen = isOngoing && !thinks && isOwn && isFresh;
  const move = useEngineMove({
    engine,
    game,
    isOpen,
    name: (move) => sanOf(now, move),
    square: contractSquare,
  });
  const { canMove, isYours } = move;
  const isLatest = index === plies.length;
  const dests = useMemo(() => (canMove && isLatest ? destsOf(now) : undefined), [canMove, isLatest, now]);
  // a game that began with Black's move
  const mover = turnOf(start);
  const standing = { player, isOwn, isOngoing, thinks, isYours, isFresh, now, last, mover };
  return { ...snapshot, engine, ...standing, index, step, isLatest, move, dests };
}

export type ChessTable = ReturnType<typeof useChessTable>;
