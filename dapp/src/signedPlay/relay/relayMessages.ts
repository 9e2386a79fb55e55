import type { Color } from "../../chain/game";
import { fromHex } from "../hex";
import type { Bytes } from "../message";

/** The relay's messages (docs/relay.md), read strictly where it counts. Anything unknown is omitted. */

/** Whether a player is there; when the player last sent something or left, in milliseconds of the relay's clock. */
export interface Presence {
  here: boolean;
  seen: number | undefined;
}

export interface People extends Record<Color, Presence> {
  spectators: number;
}

/** The game on the chain, as a relay that watches the chain knows it; the numbers of the ABI. */
export interface ChainNews {
  plies: number;
  state: number;
  awaits: number;
}

/** The players' words about the next round of a match, each as `play` takes it, by the colours of that round. */
export interface NextRound extends Record<Color, Bytes | undefined> {
  round: number;
  /** Before that round, of who was White in round 0. */
  points: number;
}

/** A resignation, a draw or an ask: 65 bytes, as `play` takes them. */
export interface Said {
  color: Color;
  signed: Bytes;
  /** When it arrived, by the relay's clock. */
  at?: number | undefined;
}

/** All of a game, as the relay has it. */
export interface RelayGame {
  moves: Bytes;
  /** When each move arrived, by the relay's clock. */
  times: (number | undefined)[];
  /** Each player's last move, as `play` takes it. */
  proofs: Record<Color, Bytes | undefined>;
  said: Said[];
  people: People | undefined;
  chain: ChainNews | undefined;
  /** Whether the relay brings ended games to the chain by itself. */
  settles: boolean;
  /** The round of a match that all of this is of, and the points before it; 0 in a single game. */
  round: number;
  points: number;
  next: NextRound | undefined;
  now: number;
  nonce: Bytes;
}

export type RelayMessage =
  | { type: "game"; id: number | undefined; game: RelayGame }
  | { type: "kept"; id: number | undefined; at: number; round: number }
  | { type: "next"; next: NextRound }
  | {
      type: "played";
      /** The plies that stay; the new moves come after them. */
      first: number | undefined;
      moves: Bytes;
      signed: Record<Color, Bytes | undefined>;
      at: number;
      round: number;
      points: number;
    }
  | { type: "people"; people: People }
  | { type: "chain"; chain: ChainNews }
  | { type: "abort"; color: Color; plies: number }
  | { type: "pong"; id: number; now: number }
  | { type: "error"; id: number | undefined; code: string; text: string; game: RelayGame | undefined };

type Json = Record<string, unknown>;

const objectOf = (value: unknown): Json | undefined =>
  typeof value === "object" && value !== null ? (value as Json) : undefined;
const numberOf = (value: unknown): number | undefined => (Number.isFinite(value) ? (value as number) : undefined);
const bytesOf = (value: unknown): Bytes | undefined => (typeof value === "string" ? fromHex(value) : undefined);
const colorOf = (value: unknown): Color | undefined => (value === "white" || value === "black" ? value : undefined);

function peopleOf(value: unknown): People | undefined {
  const raw = objectOf(value);
  if (!raw) return undefined;
  const presence = (color: Color): Presence => {
    const { here, seen } = objectOf(raw[color]) ?? {};
    return { here: here === true, seen: numberOf(seen) };
  };
  return { white: presence("white"), black: presence("black"), spectators: numberOf(raw.spectators) ?? 0 };
}

function chainOf(value: unknown): ChainNews | undefined {
  const raw = objectOf(value);
  const [plies, state, awaits] = [numberOf(raw?.plies), numberOf(raw?.state), numberOf(raw?.awaits)];
  return plies === undefined || state === undefined || awaits === undefined ? undefined : { plies, state, awaits };
}

function nextOf(value: unknown): NextRound | undefined {
  const raw = objectOf(value);
  const [round, points] = [numberOf(raw?.round), numberOf(raw?.points)];
  if (!raw || round === undefined || points === undefined) return undefined;
  return { round, points, white: bytesOf(raw.white), black: bytesOf(raw.black) };
}

function gameOf(value: unknown): RelayGame | undefined {
  const raw = objectOf(value);
  const [moves, nonce, now] = [bytesOf(raw?.moves), bytesOf(raw?.nonce), numberOf(raw?.now)];
  if (!raw || !moves || !nonce || now === undefined || !Array.isArray(raw.times) || !Array.isArray(raw.said)) {
    return undefined;
  }
  const said = raw.said.flatMap((value): Said[] => {
    const { color, signed, at } = objectOf(value) ?? {};
    const [who, bytes] = [colorOf(color), bytesOf(signed)];
    return who && bytes ? [{ color: who, signed: bytes, at: numberOf(at) }] : [];
  });
  return {
    moves,
    times: raw.times.map(numberOf),
    proofs: { white: bytesOf(raw.white), black: bytesOf(raw.black) },
    said,
    people: peopleOf(raw.people),
    chain: chainOf(raw.chain),
    // an older relay doesn't say
    settles: raw.settles !== false,
    round: numberOf(raw.round) ?? 0,
    points: numberOf(raw.points) ?? 0,
    next: nextOf(raw.next),
    now,
    nonce,
  };
}

/** None where it is no message of a relay, or one that this page doesn't know. */
export function readRelayMessage(text: string): RelayMessage | undefined {
  let raw: Json | undefined;
  try {
    raw = objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
  const id = numberOf(raw?.id);
  const at = numberOf(raw?.at);
  switch (raw?.type) {
    case "game": {
      const game = gameOf(raw);
      return game && { type: "game", id, game };
    }
    case "kept":
      return at === undefined ? undefined : { type: "kept", id, at, round: numberOf(raw.round) ?? 0 };
    case "next": {
      const next = nextOf(raw);
      return next && { type: "next", next };
    }
    case "played": {
      const moves = bytesOf(raw.new);
      if (!moves || at === undefined) return undefined;
      const signed = { white: bytesOf(raw.white), black: bytesOf(raw.black) };
      const [round, points] = [numberOf(raw.round) ?? 0, numberOf(raw.points) ?? 0];
      return { type: "played", first: numberOf(raw.first), moves, signed, at, round, points };
    }
    case "people": {
      const people = peopleOf(raw);
      return people && { type: "people", people };
    }
    case "chain": {
      const chain = chainOf(raw.chain);
      return chain && { type: "chain", chain };
    }
    case "abort": {
      const [color, plies] = [colorOf(raw.color), numberOf(raw.plies)];
      return color && plies !== undefined ? { type: "abort", color, plies } : undefined;
    }
    case "pong": {
      const now = numberOf(raw.now);
      return id === undefined || now === undefined ? undefined : { type: "pong", id, now };
    }
    case "error":
      return { type: "error", id, code: String(raw.code), text: String(raw.text), game: gameOf(raw.game) };
    default:
      return undefined;
  }
}
