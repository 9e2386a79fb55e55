import wasm from "virtual:rules";
import type { Awaits, Color, LegalMove, TimeControl } from "../chain/game";
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
  /** 0 or 1. Colours: 0 White, 1 Black. */
  can_still_mate(color: number): number;
  /** Milliseconds; below 0 while no time runs. */
  allowance(awaits: number, isSigned: boolean, base: number, plies: number, left: number, round: number): number;
  long_pause(): number;
  reserve(): number;
  within(most: number, left: number): number;
  /** Takes a time for each ply and leaves a clock; NaN for none. */
  clocks(base: number, increment: number, plies: number): number;
  /** 0 or 1. */
  is_loss_on_time(base: number, increment: number, plies: number, isWhite: boolean, at: number): number;
  /** Takes numbers and leaves others. */
  weigh(): void;
  /** How many bytes the answer takes; 0 for none. */
  advise(length: number): number;
  refuse(length: number): number;
}

const { instance } = await WebAssembly.instantiate(wasm);
const rules = instance.exports as unknown as Rules;
let buffer = new Uint8Array();

/** The module's buffer: what it needs to think moves its memory. */
function bytesOf(): Uint8Array<ArrayBuffer> {
  if (buffer.length === 0) buffer = new Uint8Array(rules.memory.buffer, rules.buffer(), rules.buffer_len());
  return buffer;
}

/** By the ABI's numbers. */
export const AWAITS: Record<Awaits, number> = { move: 0, answer: 1, longerGame: 2 };

/**
 * How long a game with a clock may await what it awaits, in milliseconds; none while no time runs.
 * @param base the clock's, in seconds
 * @param left what the player to move had on the chain when the wait began, in milliseconds
 * @param roundMs the time of a round of the network
 * @param plies how many plies the game has, where it awaits a move
 */
export function allowance(
  awaits: Awaits,
  isSigned: boolean,
  base: number,
  left: number,
  roundMs: number,
  plies = 0,
): number | undefined {
  const most = rules.allowance(AWAITS[awaits], isSigned, base, plies, left, roundMs);
  return most < 0 ? undefined : most;
}

/** A player's time on the chain beyond the clock's base in a game by signature, in milliseconds. */
export const reserve = rules.reserve();

/** After more epochs than these `play`, `signalInactivity` and `resign` are open in a pause. */
export const longPause = rules.long_pause();

/** How long others are waited for, at most, where so much time is left until it's too late; none once it is. */
export const waitMs = (most: number, timeMs = Number.POSITIVE_INFINITY): number =>
  timeMs > 0 ? rules.within(most, timeMs) : most;

/** The number of the fault of a game by signature that has more than 1,000 plies. */
const TOO_MANY = 2;

/** Judges a game, or as much of it as the module's buffer takes: 0, or the number of its fault. */
function judge(moves: Uint8Array): number {
  const buffer = bytesOf();
  buffer.set(moves.subarray(0, buffer.length));
  return rules.judge(Math.min(moves.length, buffer.length));
}

/** Whether the chain would take this game, in canonical binary, if both players had signed it. */
export const isLegalGame = (moves: Uint8Array): boolean => judge(moves) === 0;

/** Why the last position of a game ends it, if it does. */
export const boardEnd = (moves: Uint8Array): BoardEnd | undefined =>
  isLegalGame(moves) ? ENDS[rules.end() - 1] : undefined;

/** Why the player to move can claim a draw, if they can. */
export const drawClaim = (moves: Uint8Array): DrawClaim | undefined =>
  isLegalGame(moves) ? CLAIMS[rules.claim() - 1] : undefined;

/**
 * Whether a player could still mate after a game, so that the opponent's time being over wins (FIDE 6.9); in a longer game
 * whether they could after ply 1,000.
 */
export const canMate = (moves: Uint8Array, color: Color): boolean =>
  [0, TOO_MANY].includes(judge(moves)) && rules.can_still_mate(color === "white" ? 0 : 1) === 1;

/** The legal moves of the player to move, as the contract writes them. */
export function legalMoves(moves: Uint8Array): LegalMove[] {
  if (boardEnd(moves)) return [];
  return decodeMoves(bytesOf().slice(0, rules.legal())).map(({ from, to, promotion }) => ({
    from: contractSquare(from),
    to: contractSquare(to),
    promotion: contractPromotion(promotion),
  }));
}

/** Asks a question in bytes; the module refuses one that is too long. */
function asked(answer: (length: number) => number, question: readonly number[]): number {
  const buffer = bytesOf();
  buffer.set(question.slice(0, buffer.length));
  return answer(question.length);
}

/** The honest player's advice in bytes (crates/rules-wasm, `advice`); none where there is none. */
export function advise(question: readonly number[]): Uint8Array | undefined {
  const length = asked(rules.advise, question);
  return length > 0 ? bytesOf().slice(0, length) : undefined;
}

/** The number of what is wrong with a message in the same game, from 1; 0 where nothing is. */
export const refuse = (question: readonly number[]): number => asked(rules.refuse, question);

/** Numbers for the module, NaN for none: it leaves others in their place. */
function hand(numbers: readonly (number | boolean | undefined)[]): number {
  const all = Float64Array.from(numbers, (value) => Number(value ?? Number.NaN));
  bytesOf().set(new Uint8Array(all.buffer));
  return all.length;
}
const handedBack = (count: number) => new Float64Array(bytesOf().slice(0, 8 * count).buffer);

/**
 * The clocks that the players keep off the chain, in milliseconds (crates/player, `Clocks`): the mover's after each ply,
 * and when the time of the player to move runs out, if a clock is running.
 * @param times when each ply was made, as far as that is known
 */
export function playClocks({ base, increment }: TimeControl, times: readonly (number | undefined)[]) {
  const until = rules.clocks(base, increment, hand(times));
  return { after: [...handedBack(times.length)], until: Number.isNaN(until) ? undefined : until };
}

/** Whether who resigned at a moment had no time left then. */
export const isLossOnTime = (
  { base, increment }: TimeControl,
  times: readonly (number | undefined)[],
  loser: Color,
  resignedAt: number,
): boolean => rules.is_loss_on_time(base, increment, hand(times), loser === "white", resignedAt) === 1;

/** The honest player's numbers for a game's situation (crates/rules-wasm, `situation`). */
export function weigh(situation: readonly (number | boolean | undefined)[]): Float64Array {
  const count = hand(situation);
  rules.weigh();
  return handedBack(count);
}
