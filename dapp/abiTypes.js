// Writes src/chain/abiTypes.ts from the contracts' ABIs: the types of the views' answers as sdk-core decodes them.
//
//   node abiTypes.js            writes it
//   node abiTypes.js --check    fails if it is out of date
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { TypeFormulaParser } from "@multiversx/sdk-core/out/abi/typeFormulaParser.js";

const FILE = "src/chain/abiTypes.ts";

/** The prefix of the types, and the ABI with the views. */
const ABIS = {
  Chess: "../output/onchain-chess-views.abi.json",
  Minichess: "../contracts/minichess/output/minichess-views.abi.json",
  Enginechess: "../contracts/enginechess/output/enginechess-views.abi.json",
  Tournament: "../contracts/tournament/output/chess-tournament.abi.json",
};

const NUMBER = /^([iu](8|16|32|64|size)|Big(U)?int|isize|usize)$/i;
/** sdk-core decodes these as text. */
const TEXTS = ["utf-8 string", "TokenId", "TokenIdentifier", "EgldOrEsdtTokenIdentifier"];

const parser = new TypeFormulaParser();
const path = (name) => fileURLToPath(new URL(name, import.meta.url));

/** An ABI's type as TypeScript's. */
function typeOf({ name, typeParameters }, prefix, own) {
  if (own.has(name)) return prefix + name;
  if (NUMBER.test(name)) return "Numeric";
  if (TEXTS.includes(name)) return "string";
  if (name === "bytes") return "Uint8Array";
  if (name === "bool") return "boolean";
  if (name === "Address") return "Bech32";
  const inner = typeParameters.map((parameter) => typeOf(parameter, prefix, own));
  if (name === "Option") return `${inner[0]} | null`;
  if (name === "multi") return `[${inner.join(", ")}]`;
  if (name === "List" || name === "variadic" || /^array\d+$/.test(name)) return `readonly (${inner[0]})[]`;
  throw new Error(`abiTypes.js doesn't know the type ${name}`);
}

function typesOf(prefix, abi) {
  const own = new Set(Object.keys(abi.types));
  const lines = [];
  for (const [name, { type, fields = [], variants = [] }] of Object.entries(abi.types)) {
    if (type === "enum") {
      const names = variants.toSorted((one, other) => one.discriminant - other.discriminant);
      const list = names.map((variant) => JSON.stringify(variant.name)).join(", ");
      lines.push(`/** By their numbers. */\nexport const ${prefix}${name}Names = [${list}] as const;`);
      lines.push(`export type ${prefix}${name} = Named<(typeof ${prefix}${name}Names)[number]>;`);
    } else {
      const members = fields.map(
        (field) => `${field.name}: ${typeOf(parser.parseExpression(field.type), prefix, own)};`,
      );
      lines.push(`export interface ${prefix}${name} { ${members.join(" ")} }`);
    }
  }
  const views = abi.endpoints.filter(({ mutability }) => mutability === "readonly");
  const results = views.map(({ name, outputs }) => {
    const types = outputs.map((output) => typeOf(parser.parseExpression(output.type), prefix, own));
    return `${name}: [${types.join(", ")}];`;
  });
  lines.push(`/** The answers of each view. */\nexport interface ${prefix}Views { ${results.join("\n")} }`);
  return lines.join("\n\n");
}

const text = [
  "// Written by abiTypes.js from the contracts' ABIs.",
  "export interface Bech32 { toBech32(): string; }",
  "export interface Numeric { toNumber(): number; toFixed(): string; }",
  "/** A variant of an enum. */\nexport interface Named<Name extends string> { name: Name; }",
  ...Object.entries(ABIS).map(([prefix, file]) => {
    if (!existsSync(path(file))) throw new Error(`${file} is missing: run make build first`);
    return typesOf(prefix, JSON.parse(readFileSync(path(file), "utf8")));
  }),
].join("\n\n");
const biome = path("node_modules/.bin/biome");
if (!existsSync(biome)) throw new Error("the packages are missing: run make page first");
const formatted = execFileSync(biome, ["format", `--stdin-file-path=${FILE}`], { input: text, cwd: path(".") });

if (!process.argv.includes("--check")) writeFileSync(path(FILE), formatted);
else if (!existsSync(path(FILE)) || readFileSync(path(FILE), "utf8") !== formatted.toString()) {
  console.error(`${FILE} is out of date: run npm run abi-types`);
  process.exit(1);
}
