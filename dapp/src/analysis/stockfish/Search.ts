import { turnOf } from "../../chess/start";
import { type Evaluation, parseInfo, withLine } from "./uci";

/** The depth for the position on the board, and for the graph's others: a smaller one would take good moves for errors. */
const DEPTH = 16;
const GRAPH_DEPTH = 13;

/** The number of lines for the position on the board. */
const LINES = 3;

type Evaluations = Record<string, Evaluation>;

/**
 * The positions for an engine, one by one: first the one that is shown, then the others, less
 * deeply, for the graph.
 */
export class Search {
  /** The positions of the game, and the one on the board. */
  wanted: { fens: readonly string[]; shown: string } = { fens: [], shown: "" };
  /** The known evaluations, by position as FEN. */
  private known: Evaluations = {};
  /** The position that is being searched. */
  private current: { fen: string; turn: "white" | "black"; depth: number } | undefined;

  /**
   * @param say sends a line to the engine
   * @param onKnown is called with all known evaluations after each change
   */
  constructor(
    private readonly say: (line: string) => void,
    private readonly onKnown: (known: Evaluations) => void,
  ) {}

  /** Begins with the next position, if there is one. */
  next(): void {
    const { fens, shown } = this.wanted;
    const isDone = (fen: string, depth: number) =>
      (this.known[fen]?.depth ?? -1) >= depth || this.known[fen]?.winner !== undefined;
    const fen = !isDone(shown, DEPTH) ? shown : fens.find((fen) => !isDone(fen, GRAPH_DEPTH));
    if (fen === undefined) {
      this.current = undefined;
      return;
    }
    const isShown = fen === shown;
    const depth = isShown ? DEPTH : GRAPH_DEPTH;
    this.current = { fen, turn: turnOf(fen), depth };
    this.say(`setoption name MultiPV value ${isShown ? LINES : 1}`);
    this.say(`position fen ${fen}`);
    this.say(`go depth ${depth}`);
  }

  /** Interrupts the search of another position for the one on the board. */
  turnTo(shown: string): void {
    if (this.current && this.current.fen !== shown) this.say("stop");
    else if (!this.current) this.next();
  }

  /** A line of the engine. */
  hear(line: string): void {
    const now = this.current;
    if (!now) return;
    const before = this.known[now.fen];
    const info = parseInfo(line, now.turn);
    if (line.startsWith("bestmove")) {
      // a search that ended early can't get deeper, for example at a mate
      if (before && before.depth < now.depth) this.keep(now.fen, { ...before, depth: now.depth });
      this.next();
    } else if (info?.depth === 0) {
      // mate or stalemate on the board: there is nothing to search, and no best move follows
      this.keep(now.fen, { ...info, depth: DEPTH });
      this.next();
    } else if (info && info.depth >= (before?.depth ?? 0)) this.keep(now.fen, withLine(before, info));
  }

  /** The engine is gone. */
  stop(): void {
    this.current = undefined;
  }

  private keep(fen: string, evaluation: Evaluation): void {
    this.known = { ...this.known, [fen]: evaluation };
    this.onKnown(this.known);
  }
}
