import { localStore } from "../ui/storage";
import { changedSquares, pieceAt, squareName } from "./sixBySix";

const LETTERS: Record<string, string> = { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "N", pawn: "" };

/** The one move of a side between two boards, as "Nb1-c3" or "b2xc3"; none where there is no such move. */
export function moveBetween(before: Uint8Array, after: Uint8Array, color: "white" | "black"): string | undefined {
  const changed = changedSquares(before, after);
  const from = changed.find(
    (index) => pieceAt(before, index)?.color === color && pieceAt(after, index)?.color !== color,
  );
  const to = changed.find((index) => pieceAt(after, index)?.color === color && index !== from);
  if (from === undefined || to === undefined) return undefined;
  const [moved, arrived] = [pieceAt(before, from), pieceAt(after, to)];
  const takes = pieceAt(before, to) !== undefined || changed.length > 2;
  const promotion = moved?.role !== arrived?.role ? `=${LETTERS[arrived?.role ?? ""]}` : "";
  return `${LETTERS[moved?.role ?? ""]}${squareName(from)}${takes ? "x" : "-"}${squareName(to)}${promotion}`;
}

/**
 * The moves of a game against the engine as this browser has seen them: the contract keeps none. Where it
 * hasn't seen one, there is an "…".
 */
export class MoveLog {
  private readonly key: string;

  constructor(contract: string, game: number) {
    this.key = `chess.engine.${contract}.${game}`;
  }

  read(plies: number): string[] {
    let stored: unknown;
    try {
      stored = JSON.parse(localStore.getItem(this.key) ?? "[]");
    } catch {
      stored = [];
    }
    const known = Array.isArray(stored) ? stored : [];
    return Array.from({ length: plies }, (_, ply) => (typeof known[ply] === "string" ? known[ply] : "…"));
  }

  /** Writes down the move that led to so many plies. */
  write(ply: number, move: string): void {
    const moves = this.read(Math.max(ply, 0));
    moves[ply - 1] = move;
    localStore.setItem(this.key, JSON.stringify(moves));
  }
}
