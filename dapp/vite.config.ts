import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { IndexHtmlTransformContext, Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { hardened } from "./hardened";
import { LANGUAGES } from "./src/i18n/languages";
import { HERO, INTRODUCTION } from "./src/lobby/hero";

/** The parts of an ABI that encoding and decoding don't need: what is for readers, and what the contract itself checks. */
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
 * Each byte as one character: when compressed that is shorter than base64. They begin after the quotation mark, since control
 * characters are written by two or more.
 */
const bytes = (file: Buffer) => {
  const characters = Array.from(file, (byte) => String.fromCharCode(byte + 35)).join("");
  return `Uint8Array.from(${JSON.stringify(characters)}, (character) => character.charCodeAt(0) - 35)`;
};

/**
 * The modules that are made of files: the contracts' ABIs, by which alone the page knows the contracts, and the chess
 * contract's judge of moves (crates/rules-wasm), which comes with the code that asks it: one request less, and no view
 * has the one without the other.
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
  // practice games' engine, loaded by them alone
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

/** Ink and ivory instead of black and white, and text instead of base64, which is half as long when compressed. */
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

/** Modules that packages would bring into a view without a need: the module, its importer, and its replacement. */
const REPLACED: readonly [id: string, importer: string, replacement: string][] = [
  // sdk-dapp's panels come when one is shown
  ["@multiversx/sdk-dapp-ui", "/@multiversx/sdk-dapp/", "src/wallet/panels.ts"],
  // sdk-core's own gateway, which the page doesn't use, says by itself that axios is missing
  ["axios", "/@multiversx/sdk-core/out/core/utils.js", "src/chain/network/noAxios.cjs"],
  // addresses come with every view, this hash with the first transaction
  ["keccak", "/@multiversx/sdk-core/out/core/address.js", "src/chain/network/noKeccak.cjs"],
  // Node's streams come with this one
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

/** All that some files need, by themselves or by what they need. */
function closure(first: readonly string[], needs: (file: string) => readonly string[]): Set<string> {
  const all = new Set(first);
  for (const found of all) for (const next of needs(found)) all.add(next);
  return all;
}

let files: Map<string, string> | undefined;

/**
 * The file that a module comes in, by who needs it: many small files would be longer in all, and asked for one by one.
 * Not the module that begins: React makes errors as it is loaded, and to know where, the browser parses the file again
 * that has loaded it.
 */
function fileOf(id: string, graph: ModuleGraph): string | null {
  if (!files) {
    const imports = (module: string) => graph.getModuleInfo(module)?.importedIds ?? [];
    const needs = (path: string) => closure([fileURLToPath(new URL(path, import.meta.url))], imports);
    const [lobby, game] = [needs("src/lobby/LobbyPage.tsx"), needs("src/game/GamePage.tsx")];
    const [analysis, engine] = [needs("src/analysis/AnalysisPage.tsx"), needs("src/engine/ChessEngineGamePage.tsx")];
    const both = (one: Set<string>, other: Set<string>) => [...one].filter((module) => other.has(module));
    // the last that names a module has it
    const named: [string, Iterable<string>][] = [
      ["game", game],
      ["table", both(game, analysis)],
      ["table", both(game, engine)],
      // the lobby asks for it when there is a game to show
      ["history", needs("src/chess/history.ts")],
      ["lobby", lobby],
      // evaluated in a task of its own
      ["codec", needs("src/chain/codec.ts")],
      ["first", both(lobby, game)],
      ["first", needs("src/main.tsx")],
    ];
    files = new Map(named.flatMap(([name, modules]) => [...modules].map((module) => [module, name] as const)));
    files.delete(MAIN);
  }
  return files.get(id) ?? null;
}

/** Shows what the page is before any code is there, and lets the code wait for the styles. */
function firstPaint(): Plugin {
  // the other views have nothing to say yet
  const isLobby = "/^#?\\/?$/.test(location.hash)";
  // as browser/language.ts and i18n/languages.ts have it
  const isEnglish = `() => {
    let chosen;
    try { chosen = localStorage.getItem("chess.language"); } catch {}
    const wanted = chosen && chosen !== "browser" ? [chosen] : navigator.languages;
    const known = wanted.map((tag) => tag.toLowerCase().split("-")[0]).find((tag) => ${JSON.stringify(LANGUAGES)}.includes(tag));
    return (known ?? "en") === "en";
  }`;
  // who follows a link to a game reads that it is coming
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

/** The views that many open by an address that they were given, and what they come in. */
const OPENED = {
  game: "src/game/GamePage.tsx",
  replay: "src/analysis/AnalysisPage.tsx",
  engine: "src/engine/EnginePage.tsx",
};

/** Asks for the files of the view that the address names: code for the end of the page's first script. */
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
 * The parts for players with another language, a wallet, the engine, an analysis or other pieces, or those who
 * looks at an embedded game.
 */
const LATER = /\/src\/(i18n|wallet\/sdkDapp|wallet\/developer|analysis|engine|board\/flatPieces)|\/embed\.html$/;

/** Writes sw.js, which keeps the files of the views for a page without a network. */
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
    // browsers of that age know it by themselves
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
    // a third worker fills the pauses in which two wait for blocks; what is measured is alone
    maxWorkers: process.env.LIGHTHOUSE ? 1 : 3,
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // what is waited for takes its time on a busy machine; a second is the default
    expect: { poll: { timeout: 30_000 } },
    // what sdk-core says at every token
    onConsoleLog: (log) => !log.includes("IMPORTANT!"),
  },
}));
