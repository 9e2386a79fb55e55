import { useEffect, useRef } from "react";
import { play } from "../browser/sound";

/**
 * Lets each new move and the end be heard, in games against an engine.
 * @param plies how many moves are shown; one more is a new move
 * @param isOver whether that one has ended the game
 * @param last what it did, as far as that is known
 */
export function useMoveSounds(
  plies: number,
  isOver: boolean,
  last: { check?: boolean; captured?: unknown } | undefined,
) {
  const heard = useRef(plies);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new move is heard
  useEffect(() => {
    const before = heard.current;
    heard.current = plies;
    if (plies > before) play(isOver ? "end" : last?.check ? "check" : last?.captured ? "capture" : "move");
  }, [plies]);
}
