// Checks vectors/*.json with other implementations: SHA-256 from Node's own crypto, Poseidon from poseidon-lite
// (circomlib's parameters), and every encoding written once more from FORMAT.md. Exits 1 at the first difference.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { poseidon2 } from "poseidon-lite/poseidon2";
import { encoders } from "./encoders.mjs";

const folder = new URL("..", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), "utf8"));
const hex = (bytes) => "0x" + Buffer.from(bytes).toString("hex").toUpperCase();
const bytesOf = (text) => Buffer.from(text.slice(2), "hex");

const sha256 = (message) => createHash("sha256").update(message).digest();

function poseidon(message) {
  let h = 0n;
  for (let at = 0; at < message.length; at += 31) {
    h = poseidon2([h, BigInt(hex(message.subarray(at, at + 31)))]);
  }
  h = poseidon2([h, BigInt(message.length)]);
  return Buffer.from(h.toString(16).padStart(64, "0"), "hex");
}

const algorithms = { sha256, poseidon };

/** JSON with sorted keys and no spaces, of any value. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.keys(value).sort().map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${fields.join(",")}}`;
}

let checks = 0;
const equal = (actual, expected, where) => {
  assert.deepEqual(actual, expected, where);
  checks += 1;
};

for (const { message, ...hashes } of read("hashes.json")) {
  for (const [name, hash] of Object.entries(hashes)) equal(hex(algorithms[name](bytesOf(message))), hash, message);
}

for (const { seed, next, dice } of read("seeds.json")) {
  let number = BigInt(seed);
  next.forEach((expected, index) => {
    number = (1664525n * number + 1013904223n) % 2n ** 31n;
    equal(Number(number), expected, `seed ${seed}`);
    equal(Number((number * 6n) / 2n ** 31n) + 1, dice[index], `die of seed ${seed}`);
  });
}

/** A recorded game: every state hash can't be made here without the rules, the chain can. */
function checkGame(game, id, lines, encode) {
  const [{ algorithm, hash, state }, ...rest] = lines.map((line) => JSON.parse(line));
  const h = algorithms[algorithm];
  equal(hex(h(Buffer.from(canonical(state)))), hash, `${game}: first state`);
  let chain = h(Buffer.concat([Buffer.from("game-moves chain 1"), Buffer.from([id]), bytesOf(hash)]));
  for (const line of rest) {
    if ("chain" in line) {
      equal(hex(chain), line.chain, `${game}: chain`);
      continue;
    }
    let step;
    if ("dice" in line) step = [1, ...line.dice];
    else if ("eliminate" in line) step = [2, line.eliminate];
    else if ("draw" in line) step = [3];
    else step = [0, line.player, ...encode(line.move)[0]];
    chain = h(Buffer.concat([chain, Buffer.from(step), bytesOf(line.hash)]));
  }
}

for (const name of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const vectors = read(name);
  if (!vectors.game) continue;
  const encode = encoders[vectors.game];
  for (const { json, binary, hex: text } of vectors.goodMoves) {
    equal(canonical(JSON.parse(json)), json, json);
    const [bytes, hexBytes] = encode(JSON.parse(json));
    equal(hex(bytes), binary, json);
    equal(hex(hexBytes), text, json);
  }
  for (const { json, sha256, poseidon } of vectors.goodStates) {
    equal(canonical(JSON.parse(json)), json, json);
    equal(hex(algorithms.sha256(Buffer.from(json))), sha256, json);
    equal(hex(algorithms.poseidon(Buffer.from(json))), poseidon, json);
  }
  for (const lines of vectors.games) checkGame(vectors.game, vectors.gameId, lines, encode);
}

assert.ok(checks > 2000, `only ${checks} checks`);
console.log(`vectors: ${checks} checks passed`);
