import { useSyncExternalStore } from "react";
import { type Language, language, onLanguage } from "./i18n";

/** The language that is spoken; what asks for it is drawn anew in another one, as all that it draws. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, language);
