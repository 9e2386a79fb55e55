import { useEffect, useRef } from "react";
import type { Color } from "../chain/chess";
import { formatDuration } from "../chain/format";
import { type Snapshot, untilEpoch, useChain, useClock } from "../chain/hooks";
import { play } from "./sound";

/** What is left of the time of the player to move. */
export function useTimeLeft({ game, claims }: Snapshot): (color: Color) => string | undefined {
  const { config } = useChain();
  const { data: clock } = useClock();
  return (color) => {
    if (game.state !== "ongoing" || color !== game.turn || !clock) return undefined;
    if (claims.inactivity) return "time is over";
    return `${formatDuration(untilEpoch(game.deadlineEpoch, clock, config))} left`;
  };
}

/** The tab says when it is your turn. */
export function useTitle(isYourTurn: boolean) {
  useEffect(() => {
    const title = document.title;
    if (isYourTurn) document.title = `Your turn – ${title}`;
    return () => {
      document.title = title;
    };
  }, [isYourTurn]);
}

/** Lets each new move and the end be heard. */
export function useGameSounds({ game, plies }: Snapshot) {
  const heard = useRef({ plies: plies.length, state: game.state });
  useEffect(() => {
    const before = heard.current;
    heard.current = { plies: plies.length, state: game.state };
    if (game.state !== before.state) play("end");
    else if (plies.length > before.plies) {
      const last = plies.at(-1);
      play(last?.check ? "check" : last?.captured ? "capture" : "move");
    }
  }, [game.state, plies]);
}
