import { useChain } from "../chain/ChainContext";
import { useEpochStart } from "../chain/clock";
import { type Color, playerToMove } from "../chain/game";
import { timeLeft } from "./timeLeft";
import type { GameSnapshot } from "./useGame";

/** A player's clock: when it runs out, by this machine's time, or what it stands at. */
export interface Timer {
  until?: number | undefined;
  standing?: number | undefined;
}

export interface Timers {
  players: Record<Color, Timer>;
  /** When the time is over of what the game awaits, whatever it is. */
  until: number | undefined;
}

/** The clocks of an ongoing game; they stand while the contract is paused. */
export function useTimers(snapshot: GameSnapshot, paused: boolean | undefined): Timers {
  const { game, clocks, askedAt } = snapshot;
  const { config } = useChain();
  const hasEpochs = game.state === "ongoing" && game.deadlineEpoch > 0;
  const epochStart = useEpochStart(game.deadlineEpoch, hasEpochs);
  const left = timeLeft(snapshot, config);
  const end = clocks ? left.running !== undefined && askedAt + left.running : hasEpochs && epochStart;
  const until = paused || end === false ? undefined : end;
  const toMove = playerToMove(game);
  const timer = (color: Color): Timer => {
    if (color === toMove && until !== undefined) return { until };
    return { standing: left.players?.[color] ?? config.roundMs * config.roundsPerEpoch };
  };
  return { players: { white: timer("white"), black: timer("black") }, until };
}
