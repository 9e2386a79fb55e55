import { localStore, readJson } from "../../browser/storage";
import type { EngineGame } from "../../chain/engines/minichess";
import { fromHex, toHex } from "../../signedPlay/hex";
import { boardAfter, changedSquares, moveBetween, moveOf, START_BOARD } from "./sixBySix";

const UNSEEN = "…";

/** This browser's knowledge of a game. */
export interface Seen {
  /** The moves; an "…" for each that it hasn't seen. */
  moves: string[];
  /** The boards before the first move and after each; undefined for an unknown one. */
  boards: (Uint8Array | undefined)[];
}

/**
 * The moves of a game against the engine as this browser has seen them: the contract stores none. The boards follow from
 * them; after a missing move, the next seen board is stored with its move.
 */
export class MoveLog {
  private readonly key: string;

  constructor(contract: string, game: number) {
    this.key = `chess.engine.${contract}.${game}`;
  }

  private entries(): unknown[] {
    const stored = readJson<unknown>(this.key, []);
    return Array.isArray(stored) ? stored : [];
  }

  read(plies: number): Seen {
    const entries = this.entries();
    const seen: Seen = { moves: [], boards: [START_BOARD] };
    for (let ply = 0; ply < plies; ply++) {
      const [text, board] = String(entries[ply] ?? UNSEEN).split("|");
      const [move, before] = [moveOf(text ?? ""), seen.boards[ply]];
      seen.moves.push(text ?? UNSEEN);
      seen.boards.push(board ? fromHex(board) : before && move && boardAfter(before, move));
    }
    return seen;
  }

  /** Writes down the move of this ply, and the board if it doesn't follow from the moves. */
  write(ply: number, move: string, board?: Uint8Array): void {
    const entries = this.entries();
    for (let missing = entries.length; missing < ply; missing++) entries.push(UNSEEN);
    entries[ply - 1] = board ? `${move}|${toHex(board)}` : move;
    localStore.setItem(this.key, JSON.stringify(entries));
  }

  /** Writes down the state of a game; the last move follows from the board before it, or from an earlier one. */
  see({ plies, board }: Pick<EngineGame, "plies" | "board">, earlier: Uint8Array): void {
    const { boards } = this.read(plies);
    const isAsSeen = (seen: Uint8Array | undefined) => seen !== undefined && changedSquares(seen, board).length === 0;
    if (isAsSeen(boards[plies])) return;
    const before = boards[plies - 1];
    const text = moveBetween(before ?? earlier, board, plies % 2 === 1 ? "white" : "black") ?? UNSEEN;
    const move = moveOf(text);
    const follows = before !== undefined && move !== undefined && isAsSeen(boardAfter(before, move));
    this.write(plies, text, follows ? undefined : board);
  }
}
