import { useCallback, useState } from "react";

/**
 * The shown position of a game: the last one, unless the viewer has stepped back. A new move is shown immediately, except
 * to a viewer who studies the game.
 */
export function useStepper(length: number, isStudied = false): [index: number, step: (index: number) => void] {
  const [chosen, setChosen] = useState<{ index: number; length: number }>();
  const step = useCallback((next: number) => setChosen(next < length ? { index: next, length } : undefined), [length]);
  const isShown = chosen !== undefined && (isStudied || chosen.length === length);
  return [Math.min(isShown ? chosen.index : length, length), step];
}
