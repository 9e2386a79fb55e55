import { useSyncExternalStore } from "react";
import { language, onLanguage } from "./i18n";
import type { Language } from "./languages";

/** The language that is spoken; what asks for it is drawn anew in another one, as all that it draws. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language);
