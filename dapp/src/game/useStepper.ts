import { useCallback, useState } from "react";

/** Which position of a game is shown: the last one, also as moves come, unless somebody stepped back. */
export function useStepper(length: number): [index: number, step: (index: number) => void] {
  const [chosen, setChosen] = useState<number>();
  const step = useCallback((next: number) => setChosen(next < length ? next : undefined), [length]);
  return [Math.min(chosen ?? length, length), step];
}
