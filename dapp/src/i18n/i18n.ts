import { compile, type Tokens } from "./compile";
import type german from "./de.json";
import type { Language } from "./languages";

/** A text of the page as the code has it, in English. It is the key of its translations, in the files beside this one. */
export type Message = keyof typeof german;

export type Values = Record<string, string | number>;

/** A translation is loaded when its language is chosen; English is in the code. */
const TRANSLATIONS: Record<Exclude<Language, "en">, () => Promise<{ default: Record<string, string> }>> = {
  de: () => import("./de.json"),
  ar: () => import("./ar.json"),
};

/** The page writes numbers with the digits of clocks and moves, even in Arabic. */
export const localeOf = (language: Language): string => (language === "ar" ? "ar-u-nu-latn" : language);

let spoken: Language = "en";
let texts: Record<string, string> = {};
let plurals = new Intl.PluralRules(spoken);
const listeners = new Set<() => void>();

/** The current language. */
export const language = (): Language => spoken;

/** Switches to a language, with these texts. */
export function speakWith(wanted: Language, translations: Record<string, string>): void {
  spoken = wanted;
  texts = translations;
  plurals = new Intl.PluralRules(wanted);
  for (const listener of listeners) listener();
}

/** Switches to a language. If its texts can't be loaded, the page stays in the current one. */
export async function speak(wanted: Language): Promise<void> {
  if (wanted !== language()) {
    try {
      speakWith(wanted, wanted === "en" ? {} : (await TRANSLATIONS[wanted]()).default);
    } catch {
      return;
    }
  }
  document.documentElement.lang = wanted;
  document.documentElement.dir = wanted === "ar" ? "rtl" : "ltr";
}

/** Calls back when the language changes, until the returned function is called. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A text in the current language, with its braces filled in. */
export const t = (message: Message, values: Values = {}): string =>
  fill(compile(translated(message)), (name) => values[name]).join("");

/** A text in the current language, with its braces as they are. */
export const translated = (message: Message): string => texts[message] ?? message;

/** The text's parts, with its braces filled in. `count` replaces "#". */
export function fill<T>(tokens: Tokens, inBraces: (name: string) => T, count?: number): (string | T)[] {
  return tokens.flatMap((token) => {
    if (typeof token === "string") return token === "#" && count !== undefined ? formatNumber(count) : token;
    const [name, forms] = token;
    const value = inBraces(name);
    if (!forms) return [value];
    const number = Number(value);
    return fill(forms[plurals.select(number)] ?? forms.other ?? [], inBraces, number);
  });
}

/** The reason for a failure, translated. A gateway's or a wallet's own words stay unchanged. */
export function inWords(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  // gateways surround these with other words
  let text = said.replace("user error: ", "");
  if (/insufficient (funds|balance)/.test(said)) text = msg("the account has too little EGLD");
  // the words of Chromium, Firefox and Safari: there is no network, or a newer page has replaced this one
  if (/dynamically imported|module script failed/.test(said)) text = msg("a part of the page can't be loaded");
  return text in texts ? t(text as Message) : text;
}

/** Marks a text that is translated where it is shown. */
export const msg = (message: Message): Message => message;

/** Text in Latin letters that keeps its order in Arabic, such as "1 000 EGLD". */
export const leftToRight = (text: string): string => (language() === "ar" ? `\u2066${text}\u2069` : text);

/** The sign that separates a number's thousands. */
const THOUSANDS: Record<Language, string> = { en: ",", de: ".", ar: "," };

/** A whole number as the language writes it. A browser's first NumberFormat would take 20 ms. */
export const formatNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, THOUSANDS[language()]);

/** A day as the language writes it. */
export const formatDate = (millis: number): string => new Date(millis).toLocaleDateString(localeOf(language()));
