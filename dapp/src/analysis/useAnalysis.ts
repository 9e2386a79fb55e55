import { useMemo, useState } from "react";
import { colorOf } from "../chain/game";
import type { FromTo } from "../chess/san";
import { START_FEN } from "../chess/start";
import type { GameSnapshot } from "../game/line/useGame";
import { useGameLine } from "../game/line/useGameLine";
import { useKeptRounds } from "../game/line/useKeptRounds";
import { useStepper } from "../table/useStepper";
import { signsOf } from "./stockfish/accuracy";
import type { Evaluation } from "./stockfish/uci";
import { useStockfish } from "./stockfish/useStockfish";
import { useVariation } from "./useVariation";

/**
 * A game to step through, the viewer's own line, and the engine's evaluation of both.
 * @param isAllowed whether the engine may be asked
 */
export function useStudy(start: string, plies: readonly { move: FromTo; fen: string }[], isAllowed: boolean) {
  const [index, step] = useStepper(plies.length, true);
  const fens = useMemo(() => [start, ...plies.map(({ fen }) => fen)], [start, plies]);
  const moves = useMemo(() => plies.map(({ move }) => move), [plies]);
  const tried = useVariation(fens, index);
  /** The position on the board, and the move that led there. */
  const fen = tried.fen ?? fens[index] ?? start;
  const lastMove = tried.variation?.steps.at(-1)?.move ?? moves[index - 1];
  const engine = useStockfish(fens, fen, isAllowed);
  const evaluations = useMemo(() => byPly(engine.evaluations, fens), [engine.evaluations, fens]);
  const signs = useMemo(() => signsOf(evaluations, plies.length, start), [evaluations, plies.length, start]);
  return { index, step, fens, moves, tried, fen, lastMove, engine, evaluations, signs };
}

export type Study = ReturnType<typeof useStudy>;

/** The study of a game, or of the games of a match. */
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
  // the engine is off for a player of a running game
  const isPlaying = you !== undefined && result.state === "ongoing";
  const study = useStudy(START_FEN, snapshot.plies, !isPlaying);
  /** The games of a match, of which one is shown. */
  const match = { rounds, round, choose };
  return { ...study, you, match, times, snapshot, end, result, isPlaying };
}

export type Analysis = ReturnType<typeof useAnalysis>;

/** The known evaluations of a game's own positions, by the number of plies. */
function byPly(evaluations: Readonly<Record<string, Evaluation>>, fens: readonly string[]): Record<number, Evaluation> {
  return Object.fromEntries(
    fens.flatMap((fen, ply) => {
      const evaluation = evaluations[fen];
      return evaluation ? [[ply, evaluation]] : [];
    }),
  );
}
