import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { IndexHtmlTransformContext, Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { hardened } from "./hardened";
import { LANGUAGES } from "./src/i18n/languages";
import { HERO, INTRODUCTION } from "./src/lobby/hero";

/** The parts of an ABI that encoding and decoding don't need: they are for readers, or checked by the contract itself. */
const UNUSED = [
  "docs",
  "buildInfo",
  "events",
  "mutability",
  "onlyOwner",
  "payableInTokens",
  "upgradeConstructor",
  "hasCallback",
  "promisesCallbackNames",
  "esdtAttributes",
];

const abi = (file: Buffer) => {
  const { types, ...all } = JSON.parse(file.toString(), (key, value) => (UNUSED.includes(key) ? undefined : value));
  const typesIn = (part: object) => Object.keys(types).filter((name) => JSON.stringify(part).match(`\\b${name}\\b`));
  const used = closure(typesIn(all), (name) => typesIn(types[name]));
  return JSON.stringify({ ...all, types: Object.fromEntries([...used].sort().map((name) => [name, types[name]])) });
};

/**
 * Each byte as one character, which compresses better than base64. The characters begin after the quotation mark, because
 * control characters would be escaped.
 */
const bytes = (file: Buffer) => {
  const characters = Array.from(file, (byte) => String.fromCharCode(byte + 35)).join("");
  return `Uint8Array.from(${JSON.stringify(characters)}, (character) => character.charCodeAt(0) - 35)`;
};

/**
 * The modules that are made of other files: the contracts' ABIs, the page's only knowledge of the contracts, and the chess
 * contract's rules (crates/rules-wasm). The rules are part of the code that uses them: that saves a request, and no view
 * can have one without the other.
 */
const VIRTUAL: Record<string, [path: string, read: (file: Buffer) => unknown, target: string]> = {
  "virtual:abi/chess": ["../output/onchain-chess.abi.json", abi, "build"],
  "virtual:abi/views": ["../output/onchain-chess-views.abi.json", abi, "build"],
  "virtual:abi/minichess": ["../contracts/minichess/output/minichess.abi.json", abi, "build"],
  "virtual:abi/minichess-views": ["../contracts/minichess/output/minichess-views.abi.json", abi, "build"],
  "virtual:abi/enginechess": ["../contracts/enginechess/output/enginechess.abi.json", abi, "build"],
  "virtual:abi/enginechess-views": ["../contracts/enginechess/output/enginechess-views.abi.json", abi, "build"],
  "virtual:abi/tournament": ["../contracts/tournament/output/chess-tournament.abi.json", abi, "build"],
  "virtual:rules": ["../target/page/rules.wasm", bytes, "page"],
  // the engine of practice games, which only they load
  "virtual:engine": ["../target/page/engine.wasm", bytes, "page"],
};

function filesAsModules(): Plugin {
  return {
    name: "files-as-modules",
    resolveId: (id) => (Object.hasOwn(VIRTUAL, id) ? `\0${id}` : undefined),
    load(id) {
      const [path, read, target] = VIRTUAL[id.slice(1)] ?? [];
      if (!path || !read) return undefined;
      const file = fileURLToPath(new URL(path, import.meta.url));
      if (!existsSync(file)) this.error(`${file} is missing: run make ${target} first`);
      this.addWatchFile(file);
      return `export default ${read(readFileSync(file))};`;
    },
  };
}

/** Draws the pieces in ink and ivory instead of black and white, and as text instead of base64, which halves the compressed size. */
function softPieces(): Plugin {
  const encoded = /url\('data:image\/svg\+xml;base64,([^']+)'\)/g;
  return {
    name: "soft-pieces",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("chessground.cburnett.css")) return undefined;
      return code.replace(encoded, (_, base64) => {
        const svg = Buffer.from(base64, "base64")
          .toString()
          .replaceAll('"', "'")
          .replace("<svg", "<svg fill='#000'")
          .replaceAll("#000", "#2b2723")
          .replaceAll("#fff", "#fbf9f4");
        return `url("data:image/svg+xml,${svg.replace(/[<>#%]/g, encodeURIComponent)}")`;
      });
    },
  };
}

/** Modules that packages would load into a view without need: the module, its importer, and its replacement. */
const REPLACED: readonly [id: string, importer: string, replacement: string][] = [
  // sdk-dapp's panels are loaded when one is shown
  ["@multiversx/sdk-dapp-ui", "/@multiversx/sdk-dapp/", "src/wallet/panels.ts"],
  // only sdk-core's own gateway needs axios; the page doesn't use it
  ["axios", "/@multiversx/sdk-core/out/core/utils.js", "src/chain/network/noAxios.cjs"],
  // every view loads addresses, but this hash is needed only for the first transaction
  ["keccak", "/@multiversx/sdk-core/out/core/address.js", "src/chain/network/noKeccak.cjs"],
  // the package would load Node's streams
  ["keccak", "/@multiversx/sdk-core/", "src/chain/network/keccak.cjs"],
];

function replaced(): Plugin {
  return {
    name: "replaced",
    enforce: "pre",
    resolveId(id, importer) {
      const found = REPLACED.find(([from, by]) => from === id && importer?.includes(by));
      return found && fileURLToPath(new URL(found[2], import.meta.url));
    },
  };
}

const MAIN = fileURLToPath(new URL("src/main.tsx", import.meta.url));

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** Some files, and everything that they need directly or indirectly. */
function closure(first: readonly string[], needs: (file: string) => readonly string[]): Set<string> {
  const all = new Set(first);
  for (const found of all) for (const next of needs(found)) all.add(next);
  return all;
}

let files: Map<string, string> | undefined;

/**
 * The built file of a module, by the views that need it: many small files would be larger in total, and requested one by
 * one. The entry module stays separate: React creates errors while it is loaded, and for their stacks the browser parses
 * the importing file again.
 */
function fileOf(id: string, graph: ModuleGraph): string | null {
  if (!files) {
    const imports = (module: string) => graph.getModuleInfo(module)?.importedIds ?? [];
    const needs = (path: string) => closure([fileURLToPath(new URL(path, import.meta.url))], imports);
    const [lobby, game] = [needs("src/lobby/LobbyPage.tsx"), needs("src/game/GamePage.tsx")];
    const [analysis, engine] = [needs("src/analysis/AnalysisPage.tsx"), needs("src/engine/ChessEngineGamePage.tsx")];
    const both = (one: Set<string>, other: Set<string>) => [...one].filter((module) => other.has(module));
    // the last entry that names a module decides
    const named: [string, Iterable<string>][] = [
      ["game", game],
      ["table", both(game, analysis)],
      ["table", both(game, engine)],
      // the lobby loads it when there is a game to show
      ["history", needs("src/chess/history.ts")],
      ["lobby", lobby],
      // evaluated in a separate task
      ["codec", needs("src/chain/codec.ts")],
      ["first", both(lobby, game)],
      ["first", needs("src/main.tsx")],
    ];
    files = new Map(named.flatMap(([name, modules]) => [...modules].map((module) => [module, name] as const)));
    files.delete(MAIN);
  }
  return files.get(id) ?? null;
}

/** Shows a description of the page before any code is loaded, and lets the code wait for the styles. */
function firstPaint(): Plugin {
  // the other views have no text yet
  const isLobby = "/^#?\\/?$/.test(location.hash)";
  // the same as in browser/language.ts and i18n/languages.ts
  const isEnglish = `() => {
    let chosen;
    try { chosen = localStorage.getItem("chess.language"); } catch {}
    const wanted = chosen && chosen !== "browser" ? [chosen] : navigator.languages;
    const known = wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => ${JSON.stringify(LANGUAGES)}.includes(tag));
    return (known ?? "en") === "en";
  }`;
  // a visitor who follows a link to a game sees that it is being opened
  const first = `<div id="hero"><h1>${HERO}</h1><p>${INTRODUCTION}</p></div><h1 id="opening"></h1><script>{
    const [hero, opening] = ["hero", "opening"].map((id) => document.getElementById(id));
    const isEnglish = (${isEnglish})();
    const [, id] = /^#\\/(?:game|replay)\\/(\\d+)$/.exec(location.hash) ?? [];
    if (!${isLobby} || !isEnglish) hero.remove();
    if (id && isEnglish) opening.textContent = \`Opening game \${id} …\`;
    else opening.remove();
  }</script>`;
  return {
    name: "first-paint",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle, path }) =>
        html
          .replace("<!-- hero -->", () => first)
          .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
          .replace("</script>", `${bundle && path === "/index.html" ? askForView(bundle) : ""}</script>`),
    },
  };
}

/** The views that are often opened by a link, and their modules. */
const OPENED = {
  game: "src/game/GamePage.tsx",
  replay: "src/analysis/AnalysisPage.tsx",
  engine: "src/engine/EnginePage.tsx",
};

/** Code for the end of the page's first script: it preloads the files of the view in the address. */
function askForView(bundle: NonNullable<IndexHtmlTransformContext["bundle"]>): string {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const chunkOf = (module: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  const imports = (name: string) => {
    const { imports = [], viteMetadata } = chunks.find(({ fileName }) => fileName === name) ?? {};
    return [...imports, ...(viteMetadata?.importedCss ?? [])];
  };
  const needs = (module: string) => closure([chunkOf(module)?.fileName ?? ""], imports);
  const always = needs("/index.html");
  const ofView = ([view, module]: [string, string]) => [view, [...needs(module)].filter((name) => !always.has(name))];
  const files = JSON.stringify(Object.fromEntries(Object.entries(OPENED).map(ofView)));
  return `
      for (const file of ${files}[location.hash.split("/")[1]] ?? []) {
        const how = file.endsWith("css") ? { rel: "preload", as: "style" } : { rel: "modulepreload" };
        const more = { crossOrigin: "", href: "./" + file, fetchPriority: "low" };
        document.head.append(Object.assign(document.createElement("link"), how, more));
      }
    `;
}

/**
 * The parts that only some visitors need: other languages, wallets, the engines, the analysis, other pieces, and embedded
 * games.
 */
const LATER = /\/src\/(i18n|wallet\/sdkDapp|wallet\/developer|analysis|engine|board\/flatPieces)|\/embed\.html$/;

/** Writes sw.js, which stores the files of the views for use without a network. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const chunkOf = (name: string) => {
        const output = bundle[name];
        return output?.type === "chunk" ? output : undefined;
      };
      const isKept = (name: string) => name in bundle && !LATER.test(chunkOf(name)?.facadeModuleId ?? "");
      const isOurs = (name: string) => /\/src\//.test(chunkOf(name)?.facadeModuleId ?? "");
      const needs = (name: string) => {
        const { imports = [], dynamicImports = [], viteMetadata } = chunkOf(name) ?? {};
        return [...imports, ...dynamicImports.filter(isOurs), ...(viteMetadata?.importedCss ?? [])].filter(isKept);
      };
      const entries = Object.keys(bundle).filter((name) => chunkOf(name)?.isEntry && isKept(name));
      const files = [...closure(entries, needs)].sort().map((name) => `./${name}`);
      files.push("./icon.svg", "./manifest.webmanifest");
      const template = readFileSync(fileURLToPath(new URL("serviceWorker.js", import.meta.url)), "utf8");
      const version = createHash("sha256").update(files.join()).update(template).digest("hex").slice(0, 16);
      const source = template
        .replace("/* files */ []", JSON.stringify(files))
        .replace('/* version */ ""', JSON.stringify(`chess-${version}`));
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [react(), filesAsModules(), softPieces(), replaced(), firstPaint(), serviceWorker(), hardened()],
  define: {
    // the developer wallet exists on the local chain only
    __LOCAL_CHAIN__: JSON.stringify(mode === "localnet"),
    global: "globalThis",
  },
  build: {
    outDir: mode === "localnet" ? "dist-local" : "dist",
    target: "es2022",
    // browsers of that age support it
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "embed.html"].map((name) => fileURLToPath(new URL(name, import.meta.url))),
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: fileOf }] },
        // Stockfish's script looks for its other half beside itself, under its own name
        assetFileNames: ({ names: [name] }) =>
          name?.startsWith("stockfish.") ? "assets/stockfish/[name][extname]" : "assets/[name]-[hash][extname]",
      },
    },
    // the wallets' code is large and loaded on demand
    chunkSizeWarningLimit: 4000,
  },
  // beside a running make play
  server: { proxy: { "/settings.json": "http://127.0.0.1:8080" } },
  test: {
    // make lighthouse measures, make test tests
    include: process.env.LIGHTHOUSE
      ? ["e2e/views/lighthouse.measure.ts", "e2e/views/build.test.ts", "e2e/signed/relay.test.ts"]
      : ["src/**/*.test.ts", "e2e/**/*.test.ts"],
    pool: "forks",
    // a third worker fills the pauses in which two wait for blocks; measurements run alone
    maxWorkers: process.env.LIGHTHOUSE ? 1 : 3,
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // waiting takes longer on a busy machine; the default is a second
    expect: { poll: { timeout: 30_000 } },
    // sdk-core's message for every token
    onConsoleLog: (log) => !log.includes("IMPORTANT!"),
  },
}));
