import { useEffect } from "react";
import { setPreference, usePreference } from "../browser/preferences";

/** Whether a game is shown without what is around it; `toggle` changes that for all games. */
export function useZen(isGame: boolean): { isZen: boolean; toggle: () => void } {
  const isWanted = usePreference("zen") === "on";
  const isZen = isWanted && isGame;
  useEffect(() => {
    if (!isZen) return;
    document.documentElement.dataset.zen = "on";
    return () => {
      delete document.documentElement.dataset.zen;
    };
  }, [isZen]);
  return { isZen, toggle: () => setPreference("zen", isWanted ? "off" : "on") };
}
