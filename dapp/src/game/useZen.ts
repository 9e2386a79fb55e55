import { useEffect } from "react";
import { setPreference, usePreference } from "../browser/preferences";

/** Whether a game is shown without everything around it; `toggle` changes that for all games. */
export function useZen(): { isZen: boolean; toggle: () => void } {
  const isZen = usePreference("zen") === "on";
  useEffect(() => {
    if (!isZen) return;
    document.documentElement.dataset.zen = "on";
    return () => {
      delete document.documentElement.dataset.zen;
    };
  }, [isZen]);
  return { isZen, toggle: () => setPreference("zen", isZen ? "off" : "on") };
}
