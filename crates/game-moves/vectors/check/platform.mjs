// Repeats the comparison of PLATFORM.md with the engine of document 004's platform, whose engine.ts is no part of this
// repository: node crates/game-moves/vectors/check/platform.mjs ENGINE.ts [GAMES]
// Plays random games on that engine. Each move must have the encoding of document 004, and in chess and checkers the
// legal moves must be the same. It needs target/debug/game-moves and the page's packages (Vite reads TypeScript).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { encoders } from "./encoders.mjs";

const [file, games = "20"] = process.argv.slice(2);
if (!file) throw new Error("usage: platform.mjs ENGINE.ts [GAMES]");
const repository = fileURLToPath(new URL("../../../../", import.meta.url));
const vite = await import(createRequire(`${repository}dapp/package.json`).resolve("vite"));
const NAMES = { chess: 1, dominos: 2, backgammon: 3, checkers: 4, ludo: 5 };
const generators = Object.keys(NAMES).map((name) => `generate${name[0].toUpperCase()}${name.slice(1)}Moves`);
const source = `${readFileSync(file, "utf8")}\nexport { ${generators.join(", ")} };`;
const { code } = await vite.transformWithOxc(source, "engine.ts");
const theirs = await import(`data:text/javascript,${encodeURIComponent(code)}`);
const movesOf = (name, state) => theirs[generators[NAMES[name] - 1]](state);

const ours = (command, game, input, ...more) =>
  execFileSync(`${repository}target/debug/game-moves`, [command, "--game", game, ...more], { input, encoding: "utf8" });
const lines = (text) => text.split("\n").filter(Boolean);

/** Numbers below a bound by chance, the same each time. */
let dice = 1;
const roll = (bound) => (dice = (dice * 48_271) % 0x7fff_ffff) % bound;

const hex = (...bytes) => `0x${Buffer.from(bytes).toString("hex").toUpperCase()}`;
/** A move as document 004 encodes it. */
const encoded = (name, move) => hex(...encoders[name]({ promotion: null, ...move })[1]);

/** Their steps of checkers joined to turns, on our squares: theirs are the others. */
function turns(state) {
  const mirrored = ([x, y]) => [7 - x, y];
  return movesOf("checkers", state).flatMap((step) => {
    const after = theirs.applyMove(NAMES.checkers, state, step);
    const move = { from: mirrored(step.from), to: mirrored(step.to), captures: step.captures.map(mirrored) };
    if (!after.mustContinueFrom) return [{ move, after }];
    return turns(after).map((rest) => ({
      move: { ...rest.move, from: move.from, captures: [...move.captures, ...rest.move.captures] },
      after: rest.after,
    }));
  });
}

/** The moves and the states behind them, in backgammon and ludo after a throw, and the state behind a pass. */
function choices(name, state) {
  if (name === "checkers") return { moves: turns(state) };
  const idle = name === "ludo" ? state.dice === null : name === "backgammon" && !state.remainingDice?.length;
  const thrown = idle ? theirs.setDice(NAMES[name], state, [1 + roll(6), 1 + roll(6)]) : state;
  const moves = movesOf(name, thrown).map((move) => ({ move, after: theirs.applyMove(NAMES[name], thrown, move) }));
  return { moves, passed: { ...thrown, turn: 1 - thrown.turn, dice: null, remainingDice: [] } };
}

const scratch = `${mkdtempSync(`${tmpdir()}/platform-`)}/state.json`;

/** Our state after a move. */
function applied(name, state, move) {
  writeFileSync(scratch, state);
  return ours("apply", name, `${move}\n`, "--state", scratch);
}

for (const name of Object.keys(NAMES)) {
  const [played, differing] = [[], []];
  let positions = 0;
  for (let game = 0; game < Number(games); game++) {
    let state = theirs.initGame(NAMES[name], 2, 1 + roll(1_000_000));
    let own = ["chess", "checkers"].includes(name) ? ours("new", name, "") : undefined;
    for (let ply = 0; ply < 150 && !theirs.isTerminal(NAMES[name], state).ended; ply++) {
      const { moves, passed } = choices(name, state);
      if (moves.length === 0) {
        if (own || name === "dominos") break;
        state = passed;
        continue;
      }
      played.push(...moves.map(({ move }) => move));
      const chosen = moves[roll(moves.length)];
      if (own) {
        const here = [...new Set(moves.map(({ move }) => encoded(name, move)))].sort();
        const known = lines(ours("legal", name, own, "--to", "hex")).sort();
        positions++;
        if (here.join() !== known.join()) {
          differing.push(`${here.filter((move) => !known.includes(move))} / ${known.filter((move) => !here.includes(move))}`);
          break;
        }
        own = applied(name, own, encoded(name, chosen.move));
      }
      state = chosen.after;
    }
  }
  const written = lines(ours("encode", name, played.map((move) => `${JSON.stringify(move)}\n`).join("")));
  const wrong = written.filter((text, index) => text !== encoded(name, played[index])).length;
  const rules = positions ? `; ${positions} positions, the legal moves differ in ${differing.length}` : "";
  console.log(`${name}: ${played.length} moves, ${wrong} encodings differ${rules}`);
  for (const moves of differing) console.log(`  theirs alone / ours alone: ${moves}`);
}
