import { useEffect, useRef } from "react";
import { play } from "../browser/sound";

/**
 * Lets each new move and the end of a game be heard.
 * @param plies how many moves are shown; more than before are a new move
 * @param state how the game stands: in another state than "ongoing" it is over
 * @param last what the last move did, as far as that is known
 */
export function useMoveSounds(
  plies: number,
  state: string,
  last: { check?: boolean; captured?: unknown } | undefined,
): void {
  const heard = useRef({ plies, state });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new move or another state is heard
  useEffect(() => {
    const before = heard.current;
    heard.current = { plies, state };
    // a longer game may undo an end
    if (state !== before.state && state !== "ongoing") play("end");
    else if (plies > before.plies) play(last?.check ? "check" : last?.captured ? "capture" : "move");
  }, [plies, state]);
}
