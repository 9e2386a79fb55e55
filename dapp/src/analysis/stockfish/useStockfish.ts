import { useEffect, useRef, useState } from "react";
import { t } from "../../i18n/i18n";
import { type Evaluation, parseInfo, withLine } from "./uci";

/** How deep the position on the board is searched, and how deep the others for the graph. */
const DEPTH = 16;
const GRAPH_DEPTH = 10;

export interface Stockfish {
  isOn: boolean;
  problem: string | undefined;
  /** By positions, as FEN. */
  evaluations: Readonly<Record<string, Evaluation>>;
  start: () => void;
  stop: () => void;
}

/** Built into the page's folder by vite.config.ts: the engine finds its other half beside itself. */
const ENGINE = "./assets/stockfish/stockfish.wasm.js";

/** So many lines of the position on the board. */
const LINES = 3;

interface Search {
  fen: string;
  turn: "white" | "black";
  depth: number;
}

/**
 * Stockfish in a thread of its own, loaded when it is asked for. First it looks at the position that is shown, then at
 * the others, less deeply, for the graph; what it has found stays when it is stopped.
 * @param fens the positions of the game, the start first
 * @param shown the one on the board, of the game or of a variation
 * @param isAllowed not for who plays the game
 */
export function useStockfish(fens: readonly string[], shown: string, isAllowed: boolean): Stockfish {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [evaluations, setEvaluations] = useState<Record<string, Evaluation>>({});
  const worker = useRef<Worker>(undefined);
  const search = useRef<Search>(undefined);
  const known = useRef(evaluations);
  known.current = evaluations;
  const wanted = useRef({ fens, shown });
  wanted.current = { fens, shown };

  function keep(fen: string, evaluation: Evaluation) {
    known.current = { ...known.current, [fen]: evaluation };
    setEvaluations(known.current);
  }

  function next() {
    const { fens, shown } = wanted.current;
    const isDone = (fen: string, depth: number) =>
      (known.current[fen]?.depth ?? -1) >= depth || known.current[fen]?.winner !== undefined;
    const fen = !isDone(shown, DEPTH) ? shown : fens.find((fen) => !isDone(fen, GRAPH_DEPTH));
    if (fen === undefined) {
      search.current = undefined;
      return;
    }
    const isShown = fen === shown;
    const depth = isShown ? DEPTH : GRAPH_DEPTH;
    search.current = { fen, turn: fen.split(" ")[1] === "b" ? "black" : "white", depth };
    worker.current?.postMessage(`setoption name MultiPV value ${isShown ? LINES : 1}`);
    worker.current?.postMessage(`position fen ${fen}`);
    worker.current?.postMessage(`go depth ${depth}`);
  }

  function hear(line: string) {
    const now = search.current;
    if (!now) return;
    const before = known.current[now.fen];
    if (line.startsWith("bestmove")) {
      // what came to an end by itself is as deep as it gets, a mate for example
      if (before && before.depth < now.depth) keep(now.fen, { ...before, depth: now.depth });
      return next();
    }
    const info = parseInfo(line, now.turn);
    if (info?.depth === 0) {
      // mate or stalemate on the board: there is nothing to search, and no best move follows
      keep(now.fen, { ...info, depth: DEPTH });
      return next();
    }
    if (!info || info.depth < (before?.depth ?? 0)) return;
    keep(now.fen, withLine(before, info));
  }

  function stop() {
    worker.current?.terminate();
    worker.current = undefined;
    search.current = undefined;
    setOn(false);
  }

  function start() {
    setProblem(undefined);
    setOn(true);
    const engine = new Worker(ENGINE);
    worker.current = engine;
    engine.onmessage = ({ data }) => hear(String(data));
    engine.onerror = () => {
      stop();
      setProblem(t("Stockfish could not be loaded."));
    };
    engine.postMessage("uci");
    next();
  }

  // another position is more interesting than the one that is being searched
  // biome-ignore lint/correctness/useExhaustiveDependencies: the engine is told, whatever else has changed
  useEffect(() => {
    if (!isOn) return;
    if (search.current && search.current.fen !== shown) worker.current?.postMessage("stop");
    else if (!search.current) next();
  }, [isOn, shown, fens.length]);

  useEffect(() => () => worker.current?.terminate(), []);

  // who connects as a player of this game has no engine any more
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is stopped once
  useEffect(() => {
    if (!isAllowed) stop();
  }, [isAllowed]);

  return { isOn, problem, evaluations, start, stop };
}
