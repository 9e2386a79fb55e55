// Checks vectors/*.json with Node's own crypto, the bytes built once more from README.md.
// Exits 1 at the first difference.
import assert from "node:assert/strict";
import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";

const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const bytes = (hex) => Buffer.from(hex, "hex");

// what a key's 32 bytes are wrapped in for Node: SPKI and PKCS 8 (RFC 8410)
const SPKI = bytes("302a300506032b6570032100");
const PKCS8 = bytes("302e020100300506032b657004220420");

function holds(key, message, signature) {
  if (key.length !== 32 || signature.length !== 64) return false;
  try {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key]), format: "der", type: "spki" });
    return verify(null, message, publicKey, signature);
  } catch {
    return false; // no point of the curve
  }
}

function signed(secret, message) {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: "der", type: "pkcs8" });
  return sign(null, message, key);
}

function messageOf({ contract, gameId, whiteKey, blackKey, round, points }, action, moves) {
  const id = Buffer.alloc(4);
  id.writeUInt32BE(gameId);
  const standing = Buffer.alloc(4);
  standing.writeUInt16BE(round);
  standing.writeUInt16BE(points, 2);
  const domain = Buffer.from("onchain-chess:play:2");
  const keys = [bytes(whiteKey), bytes(blackKey)];
  return Buffer.concat([domain, bytes(contract), id, ...keys, standing, Buffer.of(action), moves]);
}

/** How many of the plies a message covers, or null if there is no such message. */
function coveredPlies(action, signer, round, plies) {
  if (action === 4) return 0;
  if (action !== 0) return plies;
  const madeLast = plies % 2 === (signer === "white" ? 1 : 0);
  const covered = Math.max(madeLast ? plies : plies - 1, 0);
  return covered === 0 && round === 0 ? null : covered;
}

/** Where each ply ends, or null if the moves aren't canonical or too many. */
function plyEnds(moves) {
  const ends = [];
  for (let at = 0; at < moves.length; at = ends.at(-1)) {
    if (ends.length === 1000 || at + 2 > moves.length) return null;
    const [from, to] = [moves[at], moves[at + 1] & 0x3f];
    const promotes = (moves[at + 1] & 0x40) !== 0;
    if (from > 63 || (moves[at + 1] & 0x80) !== 0 || from === to) return null;
    if (promotes) {
      const ranks = `${from >> 3}${to >> 3}`;
      const files = Math.abs((from & 7) - (to & 7));
      if (!(moves[at + 2] <= 3) || files > 1 || (ranks !== "67" && ranks !== "10")) return null;
    }
    ends.push(at + (promotes ? 3 : 2));
  }
  return ends;
}

function judge(received) {
  const [argument, moves] = [bytes(received.argument), bytes(received.moves)];
  if (argument.length !== 65) return "length";
  const action = argument[0];
  if (action > 4) return "action";
  const ends = plyEnds(moves);
  if (ends === null) return "moves";
  const covered = coveredPlies(action, received.signer, received.round, ends.length);
  if (covered === null) return "no move";
  const message = messageOf(received, action, moves.subarray(0, covered === 0 ? 0 : ends[covered - 1]));
  assert.equal(message.toString("hex"), received.message, received.name);
  const key = bytes(received.signer === "white" ? received.whiteKey : received.blackKey);
  return holds(key, message, argument.subarray(1)) ? null : "signature";
}

let checks = 0;

for (const { name, publicKey, message, signature, chain } of read("ed25519.json")) {
  assert.equal(holds(bytes(publicKey), bytes(message), bytes(signature)), chain, name);
  checks += 1;
}

for (const received of read("messages.json").cases) {
  const reason = judge(received);
  assert.equal(reason, received.reason, received.name);
  assert.equal(reason === null, received.valid, received.name);
  checks += 1;
}

for (const transcript of read("transcripts.json")) {
  for (const { signer, action, moves, message, argument } of transcript.messages) {
    const expected = messageOf(transcript, action, bytes(moves));
    assert.equal(message, expected.toString("hex"), transcript.name);
    const secret = bytes(signer === "white" ? transcript.whiteSecret : transcript.blackSecret);
    const made = Buffer.concat([Buffer.of(action), signed(secret, expected)]);
    assert.equal(argument, made.toString("hex"), transcript.name);
    checks += 1;
  }
  for (const signer of ["white", "black"]) {
    const argument = transcript.play[signer];
    if (argument === "") continue;
    const last = transcript.messages.findLast((message) => message.signer === signer);
    assert.equal(argument, last.argument, transcript.name);
    assert.equal(judge({ ...transcript, ...transcript.play, signer, argument, message: last.message }), null, transcript.name);
    checks += 1;
  }
}

console.log(`${checks} vectors of signed play agree`);
