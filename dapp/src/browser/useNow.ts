import { useEffect, useState } from "react";

const SECOND_MS = 1_000;
const TENTH_MS = 100;

/**
 * This machine's time in milliseconds, updated every second while it is needed.
 * @param tenthsFrom after this moment it is updated every tenth of a second
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
