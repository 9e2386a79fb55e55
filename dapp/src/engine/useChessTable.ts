import { useMemo } from "react";
import type { EnginechessContract } from "../chain/engines/enginechess";
import { contractSquare, replay } from "../chess/history";
import { destsOf } from "../chess/legal";
import { sanOf } from "../chess/san";
import { START_FEN, turnOf } from "../chess/start";
import { useMoveSounds } from "../table/useMoveSounds";
import { useStepper } from "../table/useStepper";
import { useEngineTable } from "./useEngineTable";

/** A game of chess against the engine as the chain has it, and the engine's progress while it thinks. */
export async function chessSnapshot(engine: EnginechessContract, id: number) {
  const [game, moves, start = START_FEN] = await Promise.all([engine.game(id), engine.moves(id), engine.start(id)]);
  const progress = game.outcome === 0 && game.turn !== game.side ? await engine.progress(id) : undefined;
  return { game, start, plies: replay(moves, start), progress };
}

export type ChessSnapshot = Awaited<ReturnType<typeof chessSnapshot>>;

/**
 * The state of a game of chess against the engine for its viewer, and its player's moves.
 * @param isFresh whether the chain answers, so that the game is up to date
 */
export function useChessTable(snapshot: ChessSnapshot, engine: EnginechessContract, isFresh: boolean) {
  const { game, start, plies } = snapshot;
  const { side, turn } = game;
  const [index, step] = useStepper(plies.length);
  const last = plies.at(-1);
  useMoveSounds(plies.length, game.outcome === 0 ? "ongoing" : "over", last);
  /** The chain's position. */
  const now = last?.fen ?? start;
  const name = (move: Parameters<typeof sanOf>[1]) => sanOf(now, move);
  const table = useEngineTable({ engine, game, side, turn, isFresh, name, square: contractSquare });
  const { canMove } = table.move;
  const isLatest = index === plies.length;
  const dests = useMemo(() => (canMove && isLatest ? destsOf(now) : undefined), [canMove, isLatest, now]);
  // a game can begin with Black's move
  const mover = turnOf(start);
  const skipped = mover === "black" ? 1 : 0;
  const moves = [...Array<string>(skipped).fill("…"), ...plies.map(({ san }) => san)];
  return { ...snapshot, ...table, now, last: last?.san, mover, moves, skipped, index, step, isLatest, dests };
}

export type ChessTable = ReturnType<typeof useChessTable>;
