import { useMemo } from "react";
import { colorOf } from "../chain/game";
import { START_FEN } from "../chess/start";
import type { GameSnapshot } from "../game/line/useGame";
import { useGameLine } from "../game/line/useGameLine";
import { useStepper } from "../table/useStepper";
import type { Evaluation } from "./stockfish/uci";
import { useStockfish } from "./stockfish/useStockfish";
import { useVariation } from "./useVariation";

/** A game to step through, a line of one's own beside it, and what the engine says of both. */
export function useAnalysis(onChain: GameSnapshot, player: string | undefined) {
  const you = colorOf(onChain.game, player);
  const { line, snapshot, end, result } = useGameLine(onChain, you);
  const { plies } = snapshot;
  const [index, step] = useStepper(plies.length, true);
  const fens = useMemo(() => [START_FEN, ...plies.map(({ fen }) => fen)], [plies]);
  // nobody asks an engine for their next move
  const isPlaying = you !== undefined && result.state === "ongoing";
  const tried = useVariation(fens, index);
  /** The position on the board. */
  const fen = tried.fen ?? fens[index] ?? START_FEN;
  const engine = useStockfish(fens, fen, !isPlaying);
  const evaluations = useMemo(() => byPly(engine.evaluations, fens), [engine.evaluations, fens]);
  return { you, line, snapshot, end, result, index, step, fens, isPlaying, tried, fen, engine, evaluations };
}

export type Analysis = ReturnType<typeof useAnalysis>;

/** What is known of a game's own positions, by the number of plies played. */
function byPly(evaluations: Readonly<Record<string, Evaluation>>, fens: readonly string[]): Record<number, Evaluation> {
  return Object.fromEntries(
    fens.flatMap((fen, ply) => {
      const evaluation = evaluations[fen];
      return evaluation ? [[ply, evaluation]] : [];
    }),
  );
}
