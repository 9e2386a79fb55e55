import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { parseSync, Visitor } from "vite";
import { afterAll, expect, test } from "vitest";
import { compile, type Tokens } from "./compile";
import { inWords, localeOf, type Message, speakWith, t } from "./i18n";
import { LANGUAGES, languageOf } from "./languages";

const SOURCE = fileURLToPath(new URL("../", import.meta.url));
const textsOf = (language: string): Record<string, string> =>
  language === "en" ? {} : JSON.parse(readFileSync(join(SOURCE, "i18n", `${language}.json`), "utf8"));
const MESSAGES = Object.keys(textsOf("de"));
const TRANSLATED = LANGUAGES.filter((language) => language !== "en");

/** The names in a text's braces. */
const namesIn = (tokens: Tokens): string[] =>
  [
    ...new Set(
      tokens.flatMap((token): string[] => {
        if (typeof token === "string") return [];
        const [name, forms = {}] = token;
        return [name, ...Object.values(forms).flatMap(namesIn)];
      }),
    ),
  ].sort();

/** The forms of a text's plurals. */
const formsIn = (tokens: Tokens): string[][] =>
  tokens.flatMap((token) => {
    const forms = typeof token === "string" ? undefined : token[1];
    return forms ? [Object.keys(forms).sort()] : [];
  });

const tagsIn = (text: string): string[] => [...text.matchAll(/<\/?\d+\/?>/g)].map(([tag]) => tag).sort();

/** The contracts' error messages that a player's own calls can cause. */
function refusals(): string[] {
  const read = (path: string) => readFileSync(join(SOURCE, "../..", path), "utf8");
  const literals = (text: string, before: RegExp) =>
    [...text.matchAll(new RegExp(`${before.source}\\s*"([^"]+)"`, "g"))].map(([, found = ""]) => found);
  return [
    ...literals(read("src/errors.rs"), /ERROR_\w+: &str =/),
    ...["crates/engine-contract/src", "contracts/minichess/src", "contracts/enginechess/src"].flatMap((folder) =>
      readdirSync(join(SOURCE, "../..", folder)).flatMap((file) =>
        literals(read(join(folder, file)), /ERR_\w+: &(?:'static )?str =/),
      ),
    ),
    // nobody opens a tournament here
    ...readdirSync(join(SOURCE, "../../contracts/tournament/src")).flatMap((file) =>
      file === "terms.rs" ? [] : literals(read(`contracts/tournament/src/${file}`), /(?:require|sc_panic)!\([^;"]*/),
    ),
    ...["minichess", "chess"].flatMap((name) => {
      const [, rules = ""] = read(`crates/engine/src/${name}/game.rs`).split("impl Refusal {");
      return literals(rules.split("\n}\n")[0] ?? "", /=>/);
    }),
  ];
}

/** Files whose errors no player reads: they are for operators and developers, or repeat a gateway's words. */
const NOT_FOR_PLAYERS: readonly string[] = [
  "main.tsx",
  "settings.ts",
  "compile.ts",
  "ChainContext.ts",
  "TransactionsContext.ts",
  "TransactionStore.ts",
  "useSendTransaction.ts",
  "message.ts",
  "rules.ts",
];

/** All texts in the page's code, its error messages, and the names with which each call of `t` fills its text. */
function usedTexts() {
  const texts = new Set<string>(refusals());
  const errors: string[] = [];
  const filled: [message: string, names: string[]][] = [];
  for (const entry of readdirSync(SOURCE, { recursive: true, withFileTypes: true })) {
    if (!/(?<!\.d|\.test)\.tsx?$/.test(entry.name) || entry.parentPath.endsWith("/test")) continue;
    const { program } = parseSync(entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8"));
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === "string") texts.add(value);
      },
      NewExpression({ callee, arguments: [text] }) {
        if (callee.type !== "Identifier" || !/Error$|^Refused$/.test(callee.name) || text === undefined) return;
        if (NOT_FOR_PLAYERS.includes(entry.name)) return;
        if (text.type === "Literal") errors.push(String(text.value));
        else if (text.type === "TemplateLiteral") errors.push(`${entry.name}: no text as it stands`);
      },
      CallExpression({ callee, arguments: [first, second] }) {
        if (callee.type === "Super" && first?.type === "Literal" && !NOT_FOR_PLAYERS.includes(entry.name))
          errors.push(String(first.value));
        if (callee.type !== "Identifier" || callee.name !== "t" || first?.type !== "Literal") return;
        if (second && second.type !== "ObjectExpression") return;
        const properties = second?.type === "ObjectExpression" ? second.properties : [];
        // the names of a spread object are unknown here
        if (properties.some(({ type }) => type === "SpreadElement")) return;
        const names = properties.flatMap((property) =>
          property.type === "Property" && property.key.type === "Identifier" ? [property.key.name] : [],
        );
        filled.push([String(first.value), names.sort()]);
      },
    }).visit(program);
  }
  return { texts, errors, filled };
}

const { texts, errors, filled } = usedTexts();

afterAll(() => speakWith("en", {}));

test("each text of the page has its translations, and there are no others", () => {
  expect(MESSAGES.filter((message) => !texts.has(message))).toEqual([]);
  for (const language of TRANSLATED) expect(Object.keys(textsOf(language))).toEqual(MESSAGES);
});

test("errors that a player can see are translated", () => {
  expect(errors).toContain("the chain can't be reached");
  expect(errors).toContain("no draw can be claimed here");
  const all = [...errors, ...refusals()];
  expect(all).toEqual(expect.arrayContaining(["not your turn", "a search needs a node", "illegal move"]));
  expect(all.filter((text) => !MESSAGES.includes(text))).toEqual([]);
});

test("known errors are translated, and unknown ones stay unchanged", () => {
  speakWith("de", textsOf("de"));
  expect(inWords(new Error("user error: not your turn"))).toBe("du bist nicht am Zug");
  for (const said of ["insufficient funds for address erd1", "insufficient balance for fees"])
    expect(inWords(said)).toBe("auf dem Konto ist zu wenig EGLD");
  const missing = new TypeError("Failed to fetch dynamically imported module: https://chess/assets/x.js");
  expect(inWords(missing)).toBe("ein Teil der Seite lässt sich nicht laden");
  expect(inWords("{ a wallet's own words")).toBe("{ a wallet's own words");
  speakWith("en", {});
  expect(inWords(new Error("user error: not your turn"))).toBe("not your turn");
});

test("the page fills each text's braces", () => {
  expect(filled.length).toBeGreaterThan(500);
  for (const [message, names] of filled) expect([message, names]).toEqual([message, namesIn(compile(message))]);
});

test.each(TRANSLATED)("each text in %s has the braces, tags and forms that it needs", (language) => {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  for (const [message, translated] of Object.entries(textsOf(language))) {
    expect(translated.trim(), message).not.toBe("");
    expect([message, namesIn(compile(translated))]).toEqual([message, namesIn(compile(message))]);
    expect([message, tagsIn(translated)]).toEqual([message, tagsIn(message)]);
    for (const forms of formsIn(compile(translated)))
      expect([message, forms]).toEqual([message, pluralCategories.toSorted()]);
  }
});

test.each(LANGUAGES)("texts in %s are read as Lingui reads them", (locale) => {
  const messages = textsOf(locale);
  speakWith(locale, messages);
  i18n.setMessagesCompiler(compileMessage);
  i18n.loadAndActivate({ locale, locales: localeOf(locale), messages });
  for (const message of MESSAGES)
    for (const number of [0, 1, 2, 3, 11, 100, 1_200, 1_234_567]) {
      const values = Object.fromEntries(namesIn(compile(message)).map((name) => [name, `${number}`]));
      expect(t(message as Message, values)).toBe(i18n._(message, values));
    }
});

test("numbers choose their form, in each language", () => {
  const moves: Message = "{count, plural, one {# move} other {# moves}}";
  const said = (locale: "de" | "ar", count: number) => {
    speakWith(locale, textsOf(locale));
    return t(moves, { count });
  };
  expect([1, 2, 1_200].map((count) => said("de", count))).toEqual(["1 Zug", "2 Züge", "1.200 Züge"]);
  // one, two, a few and many have separate forms
  expect(new Set([0, 1, 2, 3, 11].map((count) => said("ar", count).replace(/\d+ ?/, ""))).size).toBeGreaterThan(2);
});

test("the page takes the first of the browser's languages that it has", () => {
  expect(languageOf(["de-AT", "en"])).toBe("de");
  expect(languageOf(["fr", "ar-EG", "en"])).toBe("ar");
  expect(languageOf(["fr"])).toBe("en");
});
