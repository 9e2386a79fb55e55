import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { EngineGame, MinichessContract } from "../chain/engines/minichess";
import type { FromTo } from "../chess/san";
import { useMoveSounds } from "../table/useMoveSounds";
import { useStepper } from "../table/useStepper";
import { MoveLog, type Seen } from "./sixBySix/moveLog";
import { boardAfter, moveText } from "./sixBySix/sixBySix";
import { useEngineTable } from "./useEngineTable";

/** A game of 6×6 chess against the engine as the chain has it, and the engine's progress while it thinks. */
export async function sixSnapshot(engine: MinichessContract, id: number) {
  const game = await engine.game(id);
  const isOngoing = game.outcome === 0;
  const [legal, progress] = await Promise.all([
    isOngoing && game.whiteToMove ? engine.legalMoves(id) : [],
    isOngoing && !game.whiteToMove ? engine.progress(id) : undefined,
  ]);
  return { game, legal, progress };
}

export type SixSnapshot = Awaited<ReturnType<typeof sixSnapshot>>;

/**
 * The state of a game of 6×6 chess for its viewer, and its player's moves.
 * @param isFresh whether the chain answers, so that the game is up to date
 */
export function useSixTable(snapshot: SixSnapshot, engine: MinichessContract, isFresh: boolean) {
  const { game } = snapshot;
  const { log, moves, boards } = useSeen(game, engine.address);
  const [index, stepTo] = useStepper(moves.length);
  const name = (move: FromTo) => moveText(game.board, move);
  const table = useEngineTable({
    engine,
    game,
    side: "white",
    turn: game.whiteToMove ? "white" : "black",
    isFresh,
    name,
    square: (square) => square,
    // the engine's answer may hide the move: it is written down when it is made
    onSend: (move) => log.write(game.plies + 1, name(move)),
  });
  const last = moves.at(-1);
  // the last move is known one rendering later than the game's end
  const isShown = moves.length === game.plies;
  useMoveSounds(moves.length, table.isOngoing || !isShown ? "ongoing" : "over", { captured: last?.includes("x") });

  const isLatest = index === moves.length;
  const ahead = isLatest ? table.move.ahead : undefined;
  const shown = (!isLatest && boards[index]) || game.board;
  const board = ahead ? boardAfter(shown, ahead) : shown;
  const before = ahead ? shown : boards[index - 1];

  /** Goes to a position, or to the next one that this browser knows: it always has the first and the last. */
  const step = useCallback(
    (next: number) => {
      let known = next;
      while (known > 0 && known < moves.length && !boards[known]) known += next < index ? -1 : 1;
      stepTo(known);
    },
    [boards, index, moves.length, stepTo],
  );
  return { ...snapshot, ...table, moves, skipped: 0, last, index, isLatest, step, board, before };
}

export type SixTable = ReturnType<typeof useSixTable>;

/** The moves and boards that this browser has seen, and the log of them. */
function useSeen(game: EngineGame, contract: string): Seen & { log: MoveLog } {
  const log = useMemo(() => new MoveLog(contract, game.id), [contract, game.id]);
  const earlier = useRef(game.board);
  const [seen, setSeen] = useState(() => log.read(game.plies));
  // before it is drawn, because the board and its moves belong together
  useLayoutEffect(() => {
    log.see(game, earlier.current);
    earlier.current = game.board;
    setSeen(log.read(game.plies));
  }, [game, log]);
  return { ...seen, log };
}
