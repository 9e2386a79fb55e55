import type { Color } from "../chain/game";
import { position } from "./san";

/** Whether a player has material to mate with, by lichess's rule, which is the contract's (FIDE 6.9). */
export const canMate = (fen: string, color: Color): boolean => !position(fen).hasInsufficientMaterial(color);
