import { setPreference, usePreference } from "../../browser/preferences";
import { useShortcuts } from "../../browser/useShortcuts";

/** Whether a board that somebody plays on is shown without its pieces; `b` changes that for all games. */
export function useBlindfold(isPlaying: boolean): boolean {
  const isWanted = usePreference("blindfold") === "on";
  useShortcuts(isPlaying ? { b: () => setPreference("blindfold", isWanted ? "off" : "on") } : {});
  return isWanted && isPlaying;
}
