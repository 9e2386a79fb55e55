import { localStore } from "../ui/storage";
import { changedSquares, pieceAt, squareName } from "./sixBySix";

const LETTERS: Record<string, string> = { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "N", pawn: "" };

/** A move as "Nb1-c3", "b2xc3" or "a5-a6=Q". */
export function moveText(before: Uint8Array, from: number, to: number, promotion?: string): string {
  const piece = LETTERS[pieceAt(before, from)?.role ?? ""] ?? "";
  // a pawn that leaves its file takes, also in passing
  const takes = pieceAt(before, to) !== undefined || (piece === "" && (to - from) % 8 !== 0);
  const promoted = promotion ? `=${LETTERS[promotion]}` : "";
  return `${piece}${squareName(from)}${takes ? "x" : "-"}${squareName(to)}${promoted}`;
}

/** The move that the engine made between two boards, the player's own among them; none where it made none. */
export function moveBetween(before: Uint8Array, after: Uint8Array, color: "white" | "black"): string | undefined {
  const changed = changedSquares(before, after);
  const isOwn = (board: Uint8Array, index: number) => pieceAt(board, index)?.color === color;
  const to = changed.find((index) => isOwn(after, index));
  if (to === undefined) return undefined;
  const arrived = pieceAt(after, to);
  // what the player has taken is gone, too: the piece that moved is of the same kind, or a pawn that was promoted
  const gone = changed.filter((index) => isOwn(before, index) && !isOwn(after, index));
  const from = gone.find((index) => pieceAt(before, index)?.role === arrived?.role) ?? gone[0];
  if (from === undefined) return undefined;
  const isPromotion = pieceAt(before, from)?.role !== arrived?.role;
  return moveText(before, from, to, isPromotion ? arrived?.role : undefined);
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
