import { parseUci } from "chessops/util";
import type { FromTo } from "../../chess/san";

/** An engine's evaluation of a position, always from White's side. */
export interface Evaluation {
  /** Hundredths of a pawn. */
  centipawns?: number;
  /** Moves until mate; negative where Black mates. Zero: it is mate, and `winner` has given it. */
  mate?: number;
  winner?: "white" | "black";
  depth: number;
  /** The best move. */
  best?: FromTo;
  /** The known lines, the best first. */
  lines?: readonly Line[];
}

/** A line of play that the engine proposes. */
export interface Line extends Evaluation {
  moves: readonly FromTo[];
}

/** An engine's report on one of its lines. */
interface Info extends Line {
  /** Its place among the lines, from 1. */
  place: number;
}

/** The report on a position in a line of the engine's output, if it contains one; `turn` is the side to move. */
export function parseInfo(line: string, turn: "white" | "black"): Info | undefined {
  const match = /^info .*?\bdepth (\d+).*?\bscore (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(line);
  if (!match || /\b(?:lower|upper)bound\b/.test(line)) return undefined;
  const [, depth, kind, text] = match;
  const value = Number(text) * (turn === "white" ? 1 : -1);
  const moves = (/ pv (.+)$/.exec(line)?.[1] ?? "").split(" ").flatMap((text): FromTo[] => {
    const move = parseUci(text);
    return move && "from" in move ? [move.promotion ? move : { from: move.from, to: move.to }] : [];
  });
  const [best] = moves;
  const place = Number(/\bmultipv (\d+)/.exec(line)?.[1] ?? 1);
  const told = { depth: Number(depth), place, moves, ...(best ? { best } : {}) };
  if (kind === "cp") return { centipawns: value, ...told };
  return value === 0 ? { mate: 0, winner: turn === "white" ? "black" : "white", ...told } : { mate: value, ...told };
}

/** The evaluation of a position after an engine's report on one of its lines. */
export function withLine(before: Evaluation | undefined, { place, ...line }: Info): Evaluation {
  const lines = [...(before?.lines ?? [])];
  lines[place - 1] = line;
  return place === 1 ? { ...line, lines } : { ...(before ?? line), lines };
}

/** White's share of the points that can be expected, 0 to 1, as lichess estimates it from its games. */
export function winningChance({ centipawns, mate, winner }: Partial<Evaluation>): number {
  if (winner) return winner === "white" ? 1 : 0;
  if (mate !== undefined) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-0.00368208 * (centipawns ?? 0)));
}

/** The bonus that Stockfish 10 adds to the score of an ending that it knows to be won. */
const KNOWN_WIN = 4_695;

/** Hundredths of a pawn, without that bonus. */
const ofMaterial = (centipawns: number): number =>
  Math.abs(centipawns) < KNOWN_WIN ? centipawns : centipawns - Math.sign(centipawns) * KNOWN_WIN;

/** "+1.3", "−0.4", "#5". A known win is shown by its material, without the bonus. */
export function evaluationText(evaluation: Evaluation | undefined): string {
  if (!evaluation) return "…";
  const { centipawns, mate, winner } = evaluation;
  if (winner) return "#";
  if (mate !== undefined) return `${mate < 0 ? "−" : ""}#${Math.abs(mate)}`;
  const pawns = ofMaterial(centipawns ?? 0) / 100;
  return `${pawns > 0 ? "+" : pawns < 0 ? "−" : ""}${Math.abs(pawns).toFixed(1)}`;
}
