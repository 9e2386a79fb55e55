import { useChain } from "../../chain/ChainContext";
import { useEpochStart } from "../../chain/clock";
import { type Color, playerToMove } from "../../chain/game";
import { signedClock } from "../../signedPlay/clock";
import type { Timer } from "../../table/clock/timer";
import { timeLeft } from "./timeLeft";
import type { GameSnapshot } from "./useGame";
import type { SignedLine } from "./useSignedTable";

export interface Timers {
  players: Record<Color, Timer>;
  /** When the time is over of what the game awaits, whatever it is. */
  until: number | undefined;
}

/** The clocks that the pages keep in a game by signature, whatever the chain's do. */
function signedTimers({ times, snapshot, end, you, offlineSince }: SignedLine): Timers["players"] | undefined {
  const { clocks, game } = snapshot;
  if (!clocks) return undefined;
  const clock = signedClock(clocks, times);
  const until = end || game.awaits !== "move" ? undefined : clock.until;
  const timer = (color: Color): Timer => {
    if (end?.reason === "TimeOver" && color !== end.winner) return { standing: 0 };
    if (color !== game.turn || until === undefined) return { standing: Math.max(0, clock.left[color]) };
    // nobody is shown to lose time whose move may be pending
    if (offlineSince === undefined || color === you) return { until };
    const known = Math.max(times.at(-1) ?? offlineSince, offlineSince);
    return { standing: Math.max(0, until - known), isUnknown: true };
  };
  return { white: timer("white"), black: timer("black") };
}

/** The clocks of an ongoing game; the chain's stand while the contract is paused. */
export function useTimers(snapshot: GameSnapshot, paused: boolean | undefined, signed?: SignedLine): Timers {
  const { game, clocks, askedAt } = snapshot;
  const { config } = useChain();
  const hasEpochs = game.state === "ongoing" && game.deadlineEpoch > 0;
  const epochStart = useEpochStart(game.deadlineEpoch, hasEpochs);
  const left = timeLeft(snapshot, config);
  const end = clocks ? left.running !== undefined && askedAt + left.running : hasEpochs && epochStart;
  const until = paused || end === false ? undefined : end;
  const toMove = playerToMove(game);
  const kept = signed && signedTimers(signed);
  const timer = (color: Color): Timer => {
    // who was asked on the chain has the time that the chain gives for the answer; after ply 1,000 its clock runs anyway
    if (kept && !(color === toMove && (game.awaits === "answer" || until !== undefined))) return kept[color];
    if (color === toMove && until !== undefined) return { until };
    return { standing: left.players?.[color] ?? config.roundMs * config.roundsPerEpoch };
  };
  return { players: { white: timer("white"), black: timer("black") }, until };
}
