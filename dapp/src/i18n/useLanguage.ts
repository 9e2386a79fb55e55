import { useSyncExternalStore } from "react";
import { language, onLanguage } from "./i18n";
import type { Language } from "./languages";

/** The current language. The component that uses it is rendered again, with all its parts, when the language changes. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language);
