import type { Color, Snapshot } from "../../chain/game";
import type { NetworkConfig } from "../../chain/network/gateway";
import { allowance, reserve } from "../../chess/rules";

/** Both clocks' time left by the contract's rules, in milliseconds. */
export interface TimeLeft {
  /** Each player's; none in a game without a clock. */
  players: Record<Color, number> | undefined;
  /** The time left for the event that the game awaits, if time runs: a move, an answer, or an open end's window. */
  running: number | undefined;
}

/** In so much of the time for an answer the chain must be looked at: the answer takes a while, too. */
export const LOOK_SHARE = 0.85;

/** How long a player would have once asked on the chain, at most; none in a game without a clock. */
export const askAllowance = (
  { game, clocks }: Pick<Snapshot, "game" | "clocks">,
  { roundMs }: NetworkConfig,
  player = game.turn,
): number | undefined => clocks && allowance("answer", true, clocks.base, clocks.left[player], roundMs);

/** The time that was left when the chain was asked. */
export function timeLeft(
  { game, clocks, keys }: Pick<Snapshot, "game" | "clocks" | "keys">,
  { roundMs }: NetworkConfig,
): TimeLeft {
  if (!clocks || game.state !== "ongoing") return { players: undefined, running: undefined };
  const most = allowance(game.awaits, keys !== undefined, clocks.base, clocks.left[game.turn], roundMs, game.plies);
  const isOnChain = game.awaits === "move" && most !== undefined;
  // where the pages keep the clocks the chain's reserve is for disputes alone
  const shown = (color: Color) => Math.max(0, clocks.left[color] - (keys && !isOnChain ? reserve : 0));
  const players = { white: shown("white"), black: shown("black") };
  if (most === undefined) return { players, running: undefined };
  const running = Math.max(0, most - clocks.waited);
  return { players: game.awaits === "longerGame" ? players : { ...players, [game.turn]: running }, running };
}
