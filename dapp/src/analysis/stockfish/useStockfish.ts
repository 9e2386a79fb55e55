import { useEffect, useRef, useState } from "react";
import "stockfish.js/stockfish.wasm?url";
import engineUrl from "stockfish.js/stockfish.wasm.js?url";
import { t } from "../../i18n/i18n";
import { Search } from "./Search";
import type { Evaluation } from "./uci";

/**
 * Stockfish in a separate thread, loaded on request. Its results remain when it is stopped.
 * @param fens the positions of the game, the start first
 * @param shown the one on the board, of the game or of a variation
 * @param isAllowed false for a player of the running game
 */
export function useStockfish(fens: readonly string[], shown: string, isAllowed: boolean) {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** By positions, as FEN. */
  const [evaluations, setEvaluations] = useState<Record<string, Evaluation>>({});
  const worker = useRef<Worker>(undefined);
  const [search] = useState(() => new Search((line) => worker.current?.postMessage(line), setEvaluations));
  search.wanted = { fens, shown };

  function stop() {
    worker.current?.terminate();
    worker.current = undefined;
    search.stop();
    setOn(false);
  }

  function start() {
    setProblem(undefined);
    setOn(true);
    const engine = new Worker(engineUrl);
    worker.current = engine;
    engine.onmessage = ({ data }) => search.hear(String(data));
    engine.onerror = () => {
      stop();
      setProblem(t("Stockfish could not be loaded."));
    };
    engine.postMessage("uci");
    // its default favours the side to move by a pawn, and a good move would look like an error
    engine.postMessage("setoption name Contempt value 0");
    search.next();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only these changes concern the engine
  useEffect(() => {
    if (isOn) search.turnTo(shown);
  }, [isOn, shown, fens.length]);

  useEffect(() => () => worker.current?.terminate(), []);

  // a viewer who connects as a player of this game loses the engine
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is stopped once
  useEffect(() => {
    if (!isAllowed) stop();
  }, [isAllowed]);

  return { isOn, problem, evaluations, start, stop };
}
