import { compile, type Tokens } from "./compile";
import type german from "./de.json";
import type { Language } from "./languages";

/** A text of the page as it stands in the code, in English. Its translations stand beside this file, under it. */
export type Message = keyof typeof german;

export type Values = Record<string, string | number>;

/** Each comes when it is chosen; English is in the code. */
const TRANSLATIONS: Record<Exclude<Language, "en">, () => Promise<{ default: Record<string, string> }>> = {
  de: () => import("./de.json"),
  ar: () => import("./ar.json"),
};

/** The page writes numbers in the digits of the clocks and of the moves, also in Arabic. */
export const localeOf = (language: Language): string => (language === "ar" ? "ar-u-nu-latn" : language);

let spoken: Language = "en";
let texts: Record<string, string> = {};
let plurals = new Intl.PluralRules(spoken);
const listeners = new Set<() => void>();

/** The language of what is shown now. */
export const language = (): Language => spoken;

/** Speaks a language from now on, in these texts. */
export function speakWith(wanted: Language, translations: Record<string, string>): void {
  spoken = wanted;
  texts = translations;
  plurals = new Intl.PluralRules(wanted);
  for (const listener of listeners) listener();
}

/** Speaks a language from now on; without a network the page goes on in the one that it has. */
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

/** Calls back when another language is spoken, until what it returns is called. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A text in the language that is spoken, with what stands in its braces. */
export const t = (message: Message, values: Values = {}): string =>
  fill(compile(translated(message)), (name) => values[name]).join("");

/** A text in the language that is spoken, with its braces. */
export const translated = (message: Message): string => texts[message] ?? message;

/** The text's parts, with what stands in its braces. `count` is what "#" stands for. */
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

/** Why something failed. Words that the page doesn't know, a gateway's or a wallet's, come as they are. */
export function inWords(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  // gateways put more around these
  let text = said.replace("user error: ", "");
  if (/insufficient (funds|balance)/.test(said)) text = msg("the account has too little EGLD");
  // as Chromium, Firefox and Safari say it: there is no network, or a newer page has taken this one's place
  if (/dynamically imported|module script failed/.test(said)) text = msg("a part of the page can't be loaded");
  return text in texts ? t(text as Message) : text;
}

/** Marks a text that is translated where it is shown. */
export const msg = (message: Message): Message => message;

/** Text in Latin letters that keeps its order also in Arabic, as "1 000 EGLD". */
export const leftToRight = (text: string): string => (language() === "ar" ? `\u2066${text}\u2069` : text);

/** The sign that separates a number's thousands. */
const THOUSANDS: Record<Language, string> = { en: ",", de: ".", ar: "," };

/** A whole number as the language writes it. A browser's first NumberFormat would take 20 ms. */
export const formatNumber = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, THOUSANDS[language()]);

/** A day as the language writes it. */
export const formatDate = (millis: number): string => new Date(millis).toLocaleDateString(localeOf(language()));
