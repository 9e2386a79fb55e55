import type { Color, Snapshot } from "../../chain/game";
import type { NetworkConfig } from "../../chain/network/gateway";

/** What is left of the clocks of a game with a clock, by the contract's rules (src/clock.rs), in milliseconds. */
export interface TimeLeft {
  /** Each player's; none in a game without a clock. */
  players: Record<Color, number> | undefined;
  /** What is left of what the game awaits, where its time runs: of a move, an answer, or an open end's window. */
  running: number | undefined;
}

/** What a player has on the chain beyond the clock's base, in a game that is played by signature. */
const RESERVE_MS = 180_000;
/** How many rounds of an ask are free. */
export const FREE_ROUNDS = 10;
/** The shortest and the longest window of an open end. */
const WINDOW_MS = [180_000, 86_400_000] as const;

/** In so much of the time for an answer the chain must be looked at: the answer takes a while, too. */
export const LOOK_SHARE = 0.85;

/** How long a player would have once asked on the chain, at most; none in a game without a clock. */
export function askAllowance(
  { game, clocks }: Pick<Snapshot, "game" | "clocks">,
  { roundMs }: NetworkConfig,
  player = game.turn,
): number | undefined {
  if (!clocks) return undefined;
  return Math.min(clocks.left[player], clocks.base * 1_000 + RESERVE_MS) + FREE_ROUNDS * roundMs;
}

/** What was left when the chain was asked. */
export function timeLeft(snapshot: Pick<Snapshot, "game" | "clocks" | "keys">, config: NetworkConfig): TimeLeft {
  const { game, clocks, keys } = snapshot;
  if (!clocks || game.state !== "ongoing") return { players: undefined, running: undefined };
  // where the pages keep the clocks the chain's reserve is for disputes alone
  const reserve = keys ? RESERVE_MS : 0;
  const shown = (color: Color) => Math.max(0, clocks.left[color] - reserve);
  const players = { white: shown("white"), black: shown("black") };
  const remaining = (allowance: number) => Math.max(0, allowance - clocks.waited);
  if (game.awaits === "longerGame") {
    const [least, most] = WINDOW_MS;
    return { players, running: remaining(Math.min(most, Math.max(least, clocks.base * 1_000))) };
  }
  if (game.awaits === "move" && keys) return { players, running: undefined };
  const isAsked = game.awaits === "answer";
  const running = remaining((isAsked && askAllowance(snapshot, config)) || clocks.left[game.turn]);
  return { players: { ...players, [game.turn]: running }, running };
}
