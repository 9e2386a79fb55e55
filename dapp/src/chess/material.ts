import { Chess } from "chessops/chess";
import { parseFen } from "chessops/fen";
import type { Color } from "../chain/game";

/** Whether a player has material to mate with, by lichess's rule, which is the contract's (FIDE 6.9). */
export function canMate(fen: string, color: Color): boolean {
  const setup = parseFen(fen).unwrap();
  const chess = Chess.default();
  chess.board = setup.board;
  return !chess.hasInsufficientMaterial(color);
}
