import { parseUci } from "chessops";
import type { FromTo } from "../chess/san";

/** What an engine thinks of a position; always seen from White's side. */
export interface Evaluation {
  /** Hundredths of a pawn. */
  centipawns?: number;
  /** Moves until mate; negative where Black mates. Zero: it is mate, and `winner` has given it. */
  mate?: number;
  winner?: "white" | "black";
  depth: number;
  /** The best move. */
  best?: FromTo;
}

/** What a line of the engine's output says about a position, if it says anything; `turn` is whose move it is. */
export function parseInfo(line: string, turn: "white" | "black"): Evaluation | undefined {
  const match = /^info .*?\bdepth (\d+).*?\bscore (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(line);
  if (!match || /\b(?:lower|upper)bound\b/.test(line)) return undefined;
  const [, depth, kind, text] = match;
  const value = Number(text) * (turn === "white" ? 1 : -1);
  const move = parseUci(/ pv (\S+)/.exec(line)?.[1] ?? "");
  const best = move && "from" in move ? { best: move.promotion ? move : { from: move.from, to: move.to } } : {};
  if (kind === "cp") return { centipawns: value, depth: Number(depth), ...best };
  if (value === 0) return { mate: 0, winner: turn === "white" ? "black" : "white", depth: Number(depth) };
  return { mate: value, depth: Number(depth), ...best };
}

/** White's share of the points that can be expected, 0 to 1, as lichess estimates it from its games. */
export function winningChance({ centipawns, mate, winner }: Evaluation): number {
  if (winner) return winner === "white" ? 1 : 0;
  if (mate !== undefined) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * (centipawns ?? 0)));
}

/** What Stockfish 10 adds to the score of an ending that it knows to be won. */
const KNOWN_WIN = 4_695;

/** Hundredths of a pawn without what is no material. */
const ofMaterial = (centipawns: number): number =>
  Math.abs(centipawns) < KNOWN_WIN ? centipawns : centipawns - Math.sign(centipawns) * KNOWN_WIN;

/** "+1.3", "−0.4", "#5". A known win is told by what is ahead there, and not by thousands. */
export function evaluationText(evaluation: Evaluation | undefined): string {
  if (!evaluation) return "…";
  const { centipawns, mate, winner } = evaluation;
  if (winner) return "#";
  if (mate !== undefined) return `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  const pawns = ofMaterial(centipawns ?? 0) / 100;
  return `${pawns > 0 ? "+" : pawns < 0 ? "−" : ""}${Math.abs(pawns).toFixed(1)}`;
}
