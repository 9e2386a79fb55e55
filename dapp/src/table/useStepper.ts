import { useCallback, useState } from "react";

/**
 * Which position of a game is shown: the last one, unless someone stepped back. A new move is shown
 * as it comes, but to who studies the game.
 */
export function useStepper(length: number, isStudied = false): [index: number, step: (index: number) => void] {
  const [chosen, setChosen] = useState<{ index: number; length: number }>();
  const step = useCallback((next: number) => setChosen(next < length ? { index: next, length } : undefined), [length]);
  const isShown = chosen !== undefined && (isStudied || chosen.length === length);
  return [Math.min(isShown ? chosen.index : length, length), step];
}
