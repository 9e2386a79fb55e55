import type { Color } from "../chain/game";

/** The beginning of every message, so that no signature made for something else fits. */
const DOMAIN = new TextEncoder().encode("onchain-chess:play:2");
const CONTRACT = 32;
const KEY = 32;
export const SIGNATURE = 64;
/** The most plies of signed play; from there a single game continues by makeMove. */
export const MAX_PLIES = 1_000;

/** A player's actions, by the number that is signed. */
export const ACTIONS = { move: 0, resign: 1, draw: 2, ask: 3, leave: 4 } as const;
export type Action = keyof typeof ACTIONS;
/** The actions other than a move over a game, in the order of the module's numbers. */
export const SAID = ["resign", "draw", "ask"] as const;

export type Bytes = Uint8Array<ArrayBuffer>;

export const COLORS: readonly Color[] = ["white", "black"];
/** No moves, or nothing that was said. */
export const EMPTY: Bytes = new Uint8Array();

/** The game that messages belong to: all of it is signed. */
export interface SignedGameId {
  /** The chess contract's address, 32 bytes. */
  contract: Bytes;
  id: number;
  whiteKey: Bytes;
  blackKey: Bytes;
  /** The round of a match, from 0; 0 in a single game. */
  round: number;
  /** The points before the round of who was White in the first, a win 2, a draw 1; 0 in a single game. */
  points: number;
}

/** A signed message: what was said, over which moves. */
export interface SignedMessage {
  signer: Color;
  action: Action;
  /** All moves of the game that it covers, in canonical binary. */
  moves: Bytes;
  signature: Bytes;
  /** When it was signed or heard, by this machine's clock, in milliseconds. */
  at?: number;
  /** It was signed with this player's key on another device. */
  isFromElsewhere?: boolean;
}

/**
 * The bytes that a player signs.
 * @param moves all moves that the message covers, in canonical binary
 */
export function messageBytes(game: SignedGameId, action: Action, moves: Uint8Array): Bytes {
  if (game.contract.length !== CONTRACT) throw new Error("a contract's address has 32 bytes");
  if (game.whiteKey.length !== KEY || game.blackKey.length !== KEY) throw new Error("a key has 32 bytes");
  const standing = new Uint8Array(4);
  new DataView(standing.buffer).setUint16(0, game.round);
  new DataView(standing.buffer).setUint16(2, game.points);
  const said = Uint8Array.of(ACTIONS[action]);
  return concat(DOMAIN, game.contract, uint32(game.id), game.whiteKey, game.blackKey, standing, said, moves);
}

/** The beginning of every proof that a player is there (docs/relay.md). */
const HERE = new TextEncoder().encode("onchain-chess:here:1");

/**
 * The bytes that a player signs to be shown as being there.
 * @param nonce of this connection to the relay, 32 bytes
 */
export function hereBytes(game: SignedGameId, nonce: Uint8Array): Bytes {
  return concat(HERE, nonce, game.contract, uint32(game.id), game.whiteKey, game.blackKey);
}

/**
 * Where each ply of a game ends, in bytes; none if the bytes are not the one canonical way to write a game of
 * at most 1,000 plies.
 */
export function plyEnds(moves: Uint8Array): number[] | undefined {
  const ends: number[] = [];
  for (let at = 0; at < moves.length; at = ends.at(-1) ?? 0) {
    const [from, second] = [moves[at], moves[at + 1]];
    if (ends.length === MAX_PLIES || from === undefined || second === undefined) return undefined;
    const to = second & 0x3f;
    if (from > 63 || (second & 0x80) !== 0 || from === to) return undefined;
    const promotes = (second & 0x40) !== 0;
    if (promotes && !isPromotion(from, to, moves[at + 2])) return undefined;
    ends.push(at + (promotes ? 3 : 2));
  }
  return ends;
}

function isPromotion(from: number, to: number, piece: number | undefined): boolean {
  const [start, end] = [from >> 3, to >> 3];
  const isPawns = (start === 6 && end === 7) || (start === 1 && end === 0);
  return piece !== undefined && piece <= 3 && isPawns && Math.abs((from & 7) - (to & 7)) <= 1;
}

/** The player who makes a ply, counted from 1. */
export const moverOf = (ply: number): Color => (ply % 2 === 1 ? "white" : "black");

/**
 * How many of a round's plies a player's message covers: a move of the player who did not make the last ply covers
 * one less, a leave none, everything else all. A move that covers none begins a round after the first; in the first
 * there is no such message.
 */
export function coveredPlies(action: Action, signer: Color, plies: number, round: number): number | undefined {
  if (action === "leave") return 0;
  if (action !== "move") return plies;
  const covered = plies === 0 || moverOf(plies) === signer ? plies : plies - 1;
  return covered === 0 && round === 0 ? undefined : covered;
}

/** The shorter games first; a move comes before what is said over it. */
export const inOrder = (messages: readonly SignedMessage[]): SignedMessage[] =>
  messages.toSorted(
    (one, other) =>
      one.moves.length - other.moves.length || Number(one.action !== "move") - Number(other.action !== "move"),
  );

/** Why an argument of `play` counts for nothing. */
export type ArgumentFault = "length" | "action" | "moves" | "no move";

/**
 * The part of an argument of `play` beside a game's moves: 65 bytes, action and signature. `verify` checks the
 * signature.
 */
export function parseArgument(
  argument: Uint8Array,
  signer: Color,
  moves: Uint8Array,
  round = 0,
): { message: SignedMessage } | { fault: ArgumentFault } {
  if (argument.length !== 1 + SIGNATURE) return { fault: "length" };
  const action = (Object.keys(ACTIONS) as Action[]).find((name) => ACTIONS[name] === argument[0]);
  if (!action) return { fault: "action" };
  const ends = plyEnds(moves);
  if (!ends) return { fault: "moves" };
  const covered = coveredPlies(action, signer, ends.length, round);
  if (covered === undefined) return { fault: "no move" };
  const end = covered === 0 ? 0 : (ends[covered - 1] ?? 0);
  return { message: { signer, action, moves: moves.slice(0, end), signature: argument.slice(1) } };
}

/** The argument of `play` that carries a message: action and signature. */
export const playArgument = ({ action, signature }: SignedMessage): Bytes =>
  concat(Uint8Array.of(ACTIONS[action]), signature);

/** The arguments of `play` besides the game's id, round and points. */
export interface ChainCall {
  /** The whole game, in canonical binary. */
  moves: Bytes;
  /** Each player's message, or nothing. */
  white: Bytes;
  black: Bytes;
}

/** Whether one game is the beginning of another, or the same. */
export const isPrefix = (beginning: Uint8Array, whole: Uint8Array): boolean =>
  beginning.length <= whole.length && beginning.every((byte, index) => byte === whole[index]);

export const isEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && isPrefix(one, other);

/** Four bytes, big-endian. */
export const uint32 = (value: number): Bytes => Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);

export function concat(...parts: Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
