import { useEffect, useState } from "react";

const SECOND_MS = 1_000;
const TENTH_MS = 100;

/**
 * This machine's time in milliseconds, by the second as long as someone needs it.
 * @param tenthsFrom from this moment on by the tenth of a second
 */
export function useNow(isNeeded: boolean, tenthsFrom = Number.POSITIVE_INFINITY): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const now = Date.now();
      setNow(now);
      timer = setTimeout(tick, now >= tenthsFrom ? TENTH_MS : Math.min(SECOND_MS, tenthsFrom - now));
    };
    tick();
    return () => clearTimeout(timer);
  }, [isNeeded, tenthsFrom]);
  return now;
}
