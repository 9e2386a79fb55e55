import wasm from "virtual:rules";
import type { Color, LegalMove } from "../chain/game";
import { decodeMoves } from "./canonical";
import { contractPromotion, contractSquare } from "./history";

/**
 * The contract's rules for a game that it doesn't know yet, compiled to WebAssembly
 * (crates/rules-wasm): the page takes and signs exactly the moves that the chain takes.
 */

/** How a position ends the game: a mate, or one of the draws that need no claim. The contract's names. */
export type BoardEnd = "Checkmate" | "Stalemate" | "DeadPosition" | "SeventyFiveMoves" | "FivefoldRepetition";

/** Why the player to move can claim a draw. The contract's names. */
export type DrawClaim = "FiftyMoves" | "ThreefoldRepetition";

/** By the module's numbers, less one. */
const ENDS: readonly BoardEnd[] = ["Checkmate", "Stalemate", "DeadPosition", "SeventyFiveMoves", "FivefoldRepetition"];
const CLAIMS: readonly DrawClaim[] = ["FiftyMoves", "ThreefoldRepetition"];

/** The module's functions; bytes go in and out by its one buffer. */
interface Rules {
  memory: WebAssembly.Memory;
  buffer(): number;
  buffer_len(): number;
  /** 0 where the chain would take the game, or the number of what is wrong with it. */
  judge(length: number): number;
  /** Of the game that was judged last: 0, or the number of its end. */
  end(): number;
  claim(): number;
  /** How many bytes its legal next moves take. */
  legal(): number;
  /** Of the FEN of this length: 0 or 1, or 2 where it is no FEN. Colours: 0 White, 1 Black. */
  can_still_mate(length: number, color: number): number;
}

const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0));
const { instance } = await WebAssembly.instantiate(bytes);
const rules = instance.exports as unknown as Rules;
const buffer = new Uint8Array(rules.memory.buffer, rules.buffer(), rules.buffer_len());

/** Whether the chain would take this game, in canonical binary, if both players had signed it. */
export function isLegalGame(moves: Uint8Array): boolean {
  if (moves.length > buffer.length) return false;
  buffer.set(moves);
  return rules.judge(moves.length) === 0;
}

/** Why the last position of a game ends it, if it does. */
export const boardEnd = (moves: Uint8Array): BoardEnd | undefined =>
  isLegalGame(moves) ? ENDS[rules.end() - 1] : undefined;

/** Why the player to move can claim a draw, if they can. */
export const drawClaim = (moves: Uint8Array): DrawClaim | undefined =>
  isLegalGame(moves) ? CLAIMS[rules.claim() - 1] : undefined;

/** Whether a player could still mate in a position, so that the opponent's time being over wins (FIDE 6.9). */
export function canMate(fen: string, color: Color): boolean {
  const { written } = new TextEncoder().encodeInto(fen, buffer);
  const answer = rules.can_still_mate(written, color === "white" ? 0 : 1);
  if (answer > 1) throw new Error(`not a position: ${fen}`);
  return answer === 1;
}

/** The legal moves of the player to move, as the contract writes them. */
export function legalMoves(moves: Uint8Array): LegalMove[] {
  if (boardEnd(moves)) return [];
  return decodeMoves(buffer.slice(0, rules.legal())).map(({ from, to, promotion }) => ({
    from: contractSquare(from),
    to: contractSquare(to),
    promotion: contractPromotion(promotion),
  }));
}
