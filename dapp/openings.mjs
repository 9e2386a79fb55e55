// Writes src/analysis/openings.txt from lichess's list of openings, which is in the public domain (CC0 1.0):
//   node openings.mjs FOLDER
// FOLDER is a checkout of github.com/lichess-org/chess-openings with its a.tsv to e.tsv.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Chess } from "chessops/chess";
import { makeFen } from "chessops/fen";
import { parsePgn } from "chessops/pgn";
import { parseSan } from "chessops/san";
import { runnerImport } from "vite";

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("openings: name the folder of a.tsv to e.tsv");
  process.exit(2);
}

// the page uses the same function
const { openingKey } = (
  await runnerImport("./src/analysis/openingKey.ts", { root: import.meta.dirname, logLevel: "error" })
).module;

/** The position after an opening's moves. */
function positionOf(pgn) {
  const position = Chess.default();
  for (const { san } of parsePgn(pgn)[0].moves.mainline()) {
    const move = parseSan(position, san);
    if (!move) throw new Error(`${san} can't be played in ${pgn}`);
    position.play(move);
  }
  return makeFen(position.toSetup());
}

const positions = new Map();
for (const volume of "abcde") {
  const [head, ...lines] = readFileSync(join(folder, `${volume}.tsv`), "utf8")
    .trimEnd()
    .split("\n");
  if (head !== "eco\tname\tpgn") throw new Error(`${volume}.tsv has other columns`);
  for (const line of lines) {
    const [eco, name, pgn] = line.split("\t");
    const fen = positionOf(pgn).split(" ").slice(0, 4).join(" ");
    const key = openingKey(fen);
    if (positions.has(key) && positions.get(key).fen !== fen) throw new Error(`two positions share the key ${key}`);
    positions.set(key, { fen, name: `${eco} ${name}` });
  }
}
const lines = [...positions].map(([key, { name }]) => `${key} ${name}`);
const order = new Intl.Collator("en");
lines.sort((one, other) => order.compare(one.slice(one.indexOf(" ")), other.slice(other.indexOf(" "))));
const note = "# Names of openings by position: lichess's list (CC0 1.0), written by openings.mjs";
writeFileSync(fileURLToPath(new URL("src/analysis/openings.txt", import.meta.url)), `${[note, ...lines].join("\n")}\n`);
console.error(`openings: ${lines.length} positions`);
