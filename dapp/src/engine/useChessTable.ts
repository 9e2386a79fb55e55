import { useMemo } from "react";
import type { Suggestion } from "../chain/engines/engineContract";
import type { EnginechessContract, EnginechessGame } from "../chain/engines/enginechess";
import { contractSquare, type Ply } from "../chess/history";
import { destsOf } from "../chess/legal";
import { sanOf } from "../chess/san";
import { turnOf } from "../chess/start";
import { useStepper } from "../table/useStepper";
import { useEngineTable } from "./useEngineTable";
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

/**
 * How a game of chess against the engine stands for who looks at it, and how its player moves.
 * @param isFresh the chain answers: the game is as it is shown
 */
export function useChessTable(snapshot: ChessSnapshot, engine: EnginechessContract, isFresh: boolean) {
  const { game, start, plies } = snapshot;
  const { side, turn } = game;
  const [index, step] = useStepper(plies.length);
  const last = plies.at(-1);
  useMoveSounds(plies.length, game.outcome !== 0, last);
  /** The position of the chain. */
  const now = last?.fen ?? start;
  const name = (move: Parameters<typeof sanOf>[1]) => sanOf(now, move);
  const table = useEngineTable({ engine, game, side, turn, isFresh, name, square: contractSquare });
  const { canMove } = table.move;
  const isLatest = index === plies.length;
  const dests = useMemo(() => (canMove && isLatest ? destsOf(now) : undefined), [canMove, isLatest, now]);
  // a game that began with Black's move
  const mover = turnOf(start);
  const skipped = mover === "black" ? 1 : 0;
  const moves = [...Array<string>(skipped).fill("…"), ...plies.map(({ san }) => san)];
  return { ...snapshot, ...table, now, last: last?.san, mover, moves, skipped, index, step, isLatest, dests };
}

export type ChessTable = ReturnType<typeof useChessTable>;
