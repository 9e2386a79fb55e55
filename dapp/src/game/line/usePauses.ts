import { useMemo } from "react";
import type { Pause } from "../../chain/chess";
import { useChainClock } from "../../chain/clock";
import type { Game } from "../../chain/game";
import { usePause, usePaused, useReclaimable } from "../../chain/queries";
import { longPause } from "../../chess/rules";
import type { Pauses } from "../../signedPlay/advice";

/**
 * The effect of pauses on a game, but for whether the stakes may be taken back.
 * @param epoch the chain's, as far as it is known
 */
export function pausesOf(
  { isPaused, since, resumed }: Pause,
  { waitEpoch = Number.POSITIVE_INFINITY }: Pick<Game, "waitEpoch">,
  epoch = since,
): Omit<Pauses, "isReclaimable"> {
  return {
    isPaused,
    isClosed: isPaused && epoch - since <= longPause,
    tookTime: epoch > waitEpoch && (isPaused || resumed > waitEpoch),
  };
}

/** The effect of pauses on a game that a player plays by signature. */
export function usePauses(game: Game, player: string | undefined, isPlayed: boolean): Pauses {
  const paused = usePaused(isPlayed);
  const pause = usePause(paused, isPlayed);
  const mayTake = pause !== undefined && (pause.isPaused || pause.resumed > (game.waitEpoch ?? pause.resumed));
  const { data: clock } = useChainClock(isPlayed && mayTake);
  const unknown = { isPaused: paused === true, isClosed: paused === true, tookTime: false };
  // the view tells first that a pause has begun or ended
  const pauses = pause && pause.isPaused === paused ? pausesOf(pause, game, clock?.epoch) : unknown;
  const { isPaused, isClosed, tookTime } = pauses;
  const isReclaimable = useReclaimable(game.id, player, isPlayed && tookTime);
  return useMemo(
    () => ({ isPaused, isClosed, tookTime, isReclaimable }),
    [isPaused, isClosed, tookTime, isReclaimable],
  );
}
