import { useMemo, useState } from "react";
import { colorOf } from "../chain/game";
import { START_FEN } from "../chess/start";
import type { GameSnapshot } from "../game/line/useGame";
import { useGameLine } from "../game/line/useGameLine";
import { useKeptRounds } from "../game/line/useKeptRounds";
import { useStepper } from "../table/useStepper";
import type { Evaluation } from "./stockfish/uci";
import { useStockfish } from "./stockfish/useStockfish";
import { useVariation } from "./useVariation";

/** A game to step through, a line of one's own beside it, and what the engine says of both. */
export function useAnalysis(onChain: GameSnapshot, player: string | undefined) {
  const youThere = colorOf(onChain.game, player);
  const rounds = useKeptRounds(onChain, youThere);
  const [chosen, choose] = useState<number>();
  const round = chosen ?? rounds.length - 1;
  const kept = rounds[round];
  const { line, end, ...known } = useGameLine(onChain, youThere);
  const snapshot = kept?.snapshot ?? known.snapshot;
  const result = kept?.snapshot.game ?? known.result;
  const times = kept?.times ?? line?.times;
  const you = colorOf(snapshot.game, player);
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
  /** The games of a match, of which one is shown. */
  const match = { rounds, round, choose };
  return { you, match, times, snapshot, end, result, index, step, fens, isPlaying, tried, fen, engine, evaluations };
}

export type Analysis = ReturnType<typeof useAnalysis>;

/** What is known of a game's own positions, by the number of plies played. */
export function byPly(
  evaluations: Readonly<Record<string, Evaluation>>,
  fens: readonly string[],
): Record<number, Evaluation> {
  return Object.fromEntries(
    fens.flatMap((fen, ply) => {
      const evaluation = evaluations[fen];
      return evaluation ? [[ply, evaluation]] : [];
    }),
  );
}
