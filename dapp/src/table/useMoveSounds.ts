import { useEffect, useRef } from "react";
import { play } from "../browser/sound";

/**
 * Plays a sound for each new move and for the end of a game.
 * @param plies the number of shown moves; a greater one than before means a new move
 * @param state the state of the game; any other than "ongoing" means that it is over
 * @param last the effects of the last move, if they are known
 */
export function useMoveSounds(
  plies: number,
  state: string,
  last: { check?: boolean; captured?: unknown } | undefined,
): void {
  const heard = useRef({ plies, state });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new move or another state makes a sound
  useEffect(() => {
    const before = heard.current;
    heard.current = { plies, state };
    // a longer game may undo an end
    if (state !== before.state && state !== "ongoing") play("end");
    else if (plies > before.plies) play(last?.check ? "check" : last?.captured ? "capture" : "move");
  }, [plies, state]);
}
