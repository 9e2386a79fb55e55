import { i18n } from "@lingui/core";
import { compile } from "./compile";
import type german from "./de.json";

/** A text of the page as it stands in the code, in English. Its translations stand beside this file, under it. */
export type Message = keyof typeof german;

export type Values = Record<string, string | number>;

/** What the page can speak. */
export const LANGUAGES = ["en", "de", "ar"] as const;
export type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch", ar: "العربية" };

/** Each comes when it is chosen; English is in the code. */
const TRANSLATIONS: Record<Exclude<Language, "en">, () => Promise<{ default: Record<string, string> }>> = {
  de: () => import("./de.json"),
  ar: () => import("./ar.json"),
};

/** The page writes numbers in the digits of the clocks and of the moves, also in Arabic. */
const localeOf = (language: Language): string => (language === "ar" ? "ar-u-nu-latn" : language);

i18n.setMessagesCompiler(compile);
i18n.loadAndActivate({ locale: "en", messages: {} });

/** The language of what is shown now. */
export const language = (): Language => i18n.locale as Language;

/** The first language of a browser's list that the page can speak, else English. */
export const languageOf = (wanted: readonly string[]): Language =>
  wanted.flatMap((tag) => LANGUAGES.find((known) => known === tag.toLowerCase().split("-")[0]) ?? [])[0] ?? "en";

/** Speaks a language from now on; without a network the page goes on in the one that it has. */
export async function speak(wanted: Language): Promise<void> {
  if (wanted !== language()) {
    try {
      const messages = wanted === "en" ? {} : (await TRANSLATIONS[wanted]()).default;
      i18n.loadAndActivate({ locale: wanted, locales: localeOf(wanted), messages });
    } catch {
      return;
    }
  }
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === "ar" ? "rtl" : "ltr";
}

/** Calls back when another language is spoken, until what it returns is called. */
export const onLanguage = (listener: () => void): (() => void) => i18n.on("change", listener);

/** A text in the language that is spoken, with what stands in its braces. */
export const t = (message: Message, values?: Values): string => i18n._(message, values);

/** Marks a text that is translated where it is shown. */
export const msg = (message: Message): Message => message;

/** A number as the language writes it. */
export const formatNumber = (value: number): string => value.toLocaleString(localeOf(language()));

/** A day as the language writes it. */
export const formatDate = (millis: number): string => new Date(millis).toLocaleDateString(localeOf(language()));
