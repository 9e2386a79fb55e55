import { useCallback, useEffect, useRef, useState } from "react";

/** Which position of a game is shown: the last one, also as moves come, unless somebody stepped back. */
export function useStepper(length: number): [index: number, step: (index: number) => void] {
  const [index, setIndex] = useState(length);
  const before = useRef(length);
  useEffect(() => {
    const last = before.current;
    before.current = length;
    setIndex((current) => (current === last ? length : current));
  }, [length]);
  const step = useCallback((next: number) => setIndex(next), []);
  return [Math.min(index, length), step];
}
