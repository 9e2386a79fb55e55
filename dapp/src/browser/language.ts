import { speak } from "../i18n/i18n";
import { languageOf } from "../i18n/languages";
import { onPreference, preference } from "./preferences";

function follow(): Promise<void> {
  const chosen = preference("language");
  return speak(chosen === "browser" ? languageOf(navigator.languages) : chosen);
}

/** Shows the page in the chosen language, or else in the browser's: now, and after each change. */
export function followLanguage(): Promise<void> {
  onPreference(follow);
  addEventListener("languagechange", follow);
  return follow();
}
