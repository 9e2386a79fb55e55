import type { Pause } from "../../src/chain/chess";
import type { Color, Snapshot } from "../../src/chain/game";

/** The messages between the program, which has the chain and the opponent, and the player's pages. Bytes are hex. */

/** A message of the opponent's. */
export interface Told {
  round: number;
  points: number;
  action: number;
  moves: string;
  signed: string;
  color: Color;
}

/** The game as the program's chain has it. */
export interface ChainView {
  version: number;
  pause: Pause;
  isReclaimable: boolean;
  waitEpoch: number;
  epoch: number;
  epochMs: number;
  state: number;
  awaits: Snapshot["game"]["awaits"];
  turn: Color;
  plies: number;
  reason: string;
  deadlineEpoch: number;
  hasDeadline: boolean;
  rounds: number;
  round: number;
  points: number;
  played: number;
  ownColor: Color;
  clock: { base: number; increment: number; left: Record<Color, number>; waited: number } | null;
  keys: Record<Color, string>;
  drawOffer: Color | null;
  claims: { draw: boolean; inactivity: boolean };
  moves: string;
}

/** A player sits down. */
export interface Sit {
  do: "sit";
  seed: number;
  contract: string;
  rounds: number;
  color: Color;
  secret: string;
  roundMs: number;
  relay: 0 | 1 | 2;
  now: number;
  chain: ChainView;
}

/** A message that one of the player's pages has signed. */
export type SignedHere = Omit<Told, "color">;

/** The pages' actions. */
export interface Answer {
  signed: SignedHere[];
  call: { title: string; endpoint: string; arguments: unknown[]; seen: number } | undefined;
  /** The version of the chain's game that all pages show. */
  seen: number;
  problem: string | undefined;
}
