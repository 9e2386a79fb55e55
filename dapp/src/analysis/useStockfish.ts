import { useEffect, useRef, useState } from "react";
import { type Evaluation, parseInfo } from "./uci";

/** How deep the position on the board is searched, and how deep the others for the graph. */
const DEPTH = 16;
const GRAPH_DEPTH = 10;

export interface Stockfish {
  isOn: boolean;
  problem: string | undefined;
  /** By the number of plies played. */
  evaluations: Readonly<Record<number, Evaluation>>;
  start: () => void;
  stop: () => void;
}

/** Built into the page's folder by vite.config.ts: the engine finds its other half beside itself. */
const ENGINE = "./assets/stockfish/stockfish.wasm.js";

interface Search {
  ply: number;
  turn: "white" | "black";
  depth: number;
}

/**
 * Stockfish in a thread of its own, loaded when it is asked for. First it looks at the position that is shown, then at
 * the others, less deeply, for the graph; what it has found stays when it is stopped.
 * @param fens the positions after each number of plies, the start first
 * @param index which of them is shown
 * @param isAllowed not for who plays the game
 */
export function useStockfish(fens: string[], index: number, isAllowed: boolean): Stockfish {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [evaluations, setEvaluations] = useState<Record<number, Evaluation>>({});
  const worker = useRef<Worker>(undefined);
  const search = useRef<Search>(undefined);
  const known = useRef(evaluations);
  known.current = evaluations;
  const wanted = useRef({ fens, index });
  wanted.current = { fens, index };

  function next() {
    const { fens, index } = wanted.current;
    const depthOf = (ply: number) => known.current[ply]?.depth ?? -1;
    const isDone = (ply: number, depth: number) => depthOf(ply) >= depth || known.current[ply]?.winner !== undefined;
    const ply = !isDone(index, DEPTH) ? index : fens.findIndex((_, ply) => !isDone(ply, GRAPH_DEPTH));
    const fen = fens[ply];
    if (fen === undefined) {
      search.current = undefined;
      return;
    }
    const depth = ply === index ? DEPTH : GRAPH_DEPTH;
    search.current = { ply, turn: fen.split(" ")[1] === "b" ? "black" : "white", depth };
    worker.current?.postMessage(`position fen ${fen}`);
    worker.current?.postMessage(`go depth ${depth}`);
  }

  function hear(line: string) {
    const now = search.current;
    if (!now) return;
    if (line.startsWith("bestmove")) {
      // what came to an end by itself is as deep as it gets, a mate for example
      const found = known.current[now.ply];
      if (found && found.depth < now.depth) {
        const settled = { ...known.current, [now.ply]: { ...found, depth: now.depth } };
        known.current = settled;
        setEvaluations(settled);
      }
      return next();
    }
    const evaluation = parseInfo(line, now.turn);
    if (evaluation?.depth === 0) {
      // mate or stalemate on the board: there is nothing to search, and no best move follows
      known.current = { ...known.current, [now.ply]: { ...evaluation, depth: DEPTH } };
      setEvaluations(known.current);
      return next();
    }
    if (!evaluation || evaluation.depth < (known.current[now.ply]?.depth ?? 0)) return;
    known.current = { ...known.current, [now.ply]: evaluation };
    setEvaluations(known.current);
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
      setProblem("Stockfish could not be loaded.");
    };
    engine.postMessage("uci");
    next();
  }

  // another position is more interesting than the one that is being searched
  // biome-ignore lint/correctness/useExhaustiveDependencies: the engine is told, whatever else has changed
  useEffect(() => {
    if (!isOn) return;
    if (search.current && search.current.ply !== index) worker.current?.postMessage("stop");
    else if (!search.current) next();
  }, [isOn, index, fens.length]);

  useEffect(() => () => worker.current?.terminate(), []);

  // who connects as a player of this game has no engine any more
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is stopped once
  useEffect(() => {
    if (!isAllowed) stop();
  }, [isAllowed]);

  return { isOn, problem, evaluations, start, stop };
}
