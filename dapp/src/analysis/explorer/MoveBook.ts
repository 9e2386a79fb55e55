import { Chess } from "chessops/chess";
import { makeFen } from "chessops/fen";
import { makeSan } from "chessops/san";
import type { Game, GameState } from "../../chain/game";
import { decodeMoves } from "../../chess/canonical";
import type { FromTo } from "../../chess/san";

/** The number of plies counted in each game: an opening is over by then. */
const PLIES = 40;

/** A move from a position: how often it was played, and how those games ended. */
export interface Counted {
  san: string;
  move: FromTo;
  white: number;
  drawn: number;
  black: number;
}

const RESULTS = { whiteWon: "white", drawn: "drawn", blackWon: "black" } as const;

/** Whether a game counts: it has moves and a result, and isn't a match, whose result isn't that of the moves on the chain. */
export const isCounted = ({ state, match, plies }: Game): boolean => state in RESULTS && !match && plies > 0;

export const timesPlayed = ({ white, drawn, black }: Counted): number => white + drawn + black;

/** The key of a position, the same for all moves that lead to it. */
const keyOf = (fen: string): string => fen.split(" ").slice(0, 4).join(" ");

/** The moves of many games, by the positions from which they were played. */
export class MoveBook {
  /** The number of counted games. */
  games = 0;
  private readonly positions = new Map<string, Map<string, Counted>>();

  /**
   * Counts a game.
   * @param bytes its moves, in canonical binary
   */
  add(bytes: Uint8Array, state: GameState): void {
    const result = RESULTS[state as keyof typeof RESULTS];
    if (!result) return;
    this.games++;
    const position = Chess.default();
    for (const move of decodeMoves(bytes).slice(0, PLIES)) {
      const key = keyOf(makeFen(position.toSetup()));
      const san = makeSan(position, move);
      const moves = this.positions.get(key) ?? new Map<string, Counted>();
      this.positions.set(key, moves);
      const counted = moves.get(san) ?? { san, move, white: 0, drawn: 0, black: 0 };
      counted[result]++;
      moves.set(san, counted);
      position.play(move);
    }
  }

  /** The moves played from a position, the most frequent first. */
  movesFrom(fen: string): Counted[] {
    const moves = [...(this.positions.get(keyOf(fen))?.values() ?? [])];
    return moves.sort((one, other) => timesPlayed(other) - timesPlayed(one));
  }
}
