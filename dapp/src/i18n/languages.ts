/** The page's languages. */
export const LANGUAGES = ["en", "de", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language's name for itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch", ar: "العربية" };

/** The first of a browser's languages that the page has, or else English. */
export const languageOf = (wanted: readonly string[]): Language =>
  wanted.flatMap((tag) => LANGUAGES.find((known) => known === tag.toLowerCase().split("-")[0]) ?? [])[0] ?? "en";
