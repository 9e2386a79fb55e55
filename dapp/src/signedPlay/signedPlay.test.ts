import { readFileSync } from "node:fs";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { Color } from "../chain/game";
import { gameKeyOf, sign, verify, verifyByTweetnacl, verifyByWebCrypto } from "./ed25519";
import { ACTIONS, type Action, type Bytes, concat, messageBytes, parseArgument, playArgument } from "./message";
import { SignedGame } from "./SignedGame";
import { testGame } from "./testGame";
import type { Transcript } from "./transcripts";
import { openTranscripts } from "./transcripts";

const VECTORS = new URL("../../../crates/signed-play/vectors/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, VECTORS), "utf8"));
const bytes = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const hex = (data: Uint8Array): string => Buffer.from(data).toString("hex");

interface SignatureVector {
  name: string;
  publicKey: string;
  message: string;
  signature: string;
  chain: boolean;
}

interface GameVector {
  name: string;
  contract: string;
  gameId: number;
  whiteKey: string;
  blackKey: string;
  round: number;
  points: number;
}

interface MessageVector extends GameVector {
  reason: string | null;
  signer: Color;
  moves: string;
  argument: string;
  message: string;
}

interface TranscriptVector extends GameVector {
  whiteSecret: string;
  blackSecret: string;
  messages: { signer: Color; action: number; moves: string; message: string; argument: string }[];
}

const gameOf = ({ contract, gameId, whiteKey, blackKey, round, points }: GameVector) => ({
  contract: bytes(contract),
  id: gameId,
  whiteKey: bytes(whiteKey),
  blackKey: bytes(blackKey),
  round,
  points,
});

const actionOf = (number: number) => (Object.keys(ACTIONS) as Action[])[number] as Action;

test("signatures are judged as the chain judges them, by both ways", async () => {
  const vectors = read("ed25519.json") as SignatureVector[];
  expect(vectors.length).toBeGreaterThanOrEqual(316);
  const given = ({ publicKey, message, signature }: SignatureVector) =>
    [bytes(message), bytes(signature), bytes(publicKey)] as const;
  const byWebCrypto = await Promise.all(vectors.map((vector) => verifyByWebCrypto(...given(vector))));
  for (const [index, vector] of vectors.entries()) {
    expect(verifyByTweetnacl(...given(vector)), `${vector.name} by tweetnacl`).toBe(vector.chain);
    expect(byWebCrypto[index] ?? vector.chain, `${vector.name} by WebCrypto`).toBe(vector.chain);
  }
  // and one of each together
  for (const chain of [true, false]) {
    const vector = vectors.find((candidate) => candidate.chain === chain) as SignatureVector;
    expect(await verify(...given(vector)), vector.name).toBe(chain);
  }
}, 300_000);

test("arguments of play, those that count and those that don't", async () => {
  for (const vector of (read("messages.json") as { cases: MessageVector[] }).cases) {
    const { name, argument, signer, moves, message, reason } = vector;
    const parsed = parseArgument(bytes(argument), signer, bytes(moves), vector.round);
    if ("fault" in parsed) {
      expect(parsed.fault, name).toBe(reason);
      continue;
    }
    const game = gameOf(vector);
    const signed = messageBytes(game, parsed.message.action, parsed.message.moves);
    expect(hex(signed), name).toBe(message);
    const key = signer === "white" ? game.whiteKey : game.blackKey;
    expect(await verify(signed, parsed.message.signature, key), name).toBe(reason === null);
    expect(hex(playArgument(parsed.message)), name).toBe(argument);
  }
});

test("whole games are signed to the byte", () => {
  for (const vector of read("transcripts.json") as TranscriptVector[]) {
    for (const { signer, action, moves, message, argument } of vector.messages) {
      const key = gameKeyOf(bytes(signer === "white" ? vector.whiteSecret : vector.blackSecret));
      const signed = messageBytes(gameOf(vector), actionOf(action), bytes(moves));
      expect(hex(signed), vector.name).toBe(message);
      expect(hex(concat(Uint8Array.of(action), sign(signed, key))), vector.name).toBe(argument);
    }
  }
});

describe("a player's side of a game", () => {
  // 1.e4 e5 2.Nf3, and 1...c5 instead
  const [E4, E5, NF3, C5] = ["0c1c", "0c1c3424", "0c1c34240615", "0c1c3222"].map(bytes) as [Bytes, Bytes, Bytes, Bytes];

  async function players() {
    const { keys, id: game } = testGame();
    const store = await openTranscripts(new IDBFactory());
    const transcript = (color: Color): Transcript => ({ game, color, secret: keys[color].secret, messages: [] });
    const own = (color: Color) => new SignedGame(transcript(color), keys[color], store);
    const otherStore = await openTranscripts(new IDBFactory());
    return {
      game,
      keys,
      store,
      white: own("white"),
      black: new SignedGame(transcript("black"), keys.black, otherStore),
    };
  }

  test("moves go to and fro, and are kept before they are handed on", async () => {
    const { white, black, store, game, keys } = await players();
    await black.hear(await white.say("move", E4));
    await white.hear(await black.say("move", E5));
    const kept = await store.get(game, "white");
    expect(kept?.messages.map(({ signer }) => signer)).toEqual(["white", "black"]);
    // a reload: the game continues from what was kept
    const again = new SignedGame(kept as Transcript, gameKeyOf(kept?.secret ?? keys.white.secret), store);
    expect(hex(again.moves)).toBe(hex(E5));
    await black.hear(await again.say("move", NF3));
    expect(hex(black.lastMove("white")?.moves ?? E4)).toBe(hex(NF3));
  });

  test("what holds is shown before it is kept, what replies to it waits; what can't be kept is taken back", async () => {
    const { game, keys, white, store } = await players();
    let end = (_failed?: Error) => {};
    const slow = {
      ...store,
      put: (transcript: Transcript) =>
        transcript.messages.length > 1
          ? Promise.resolve()
          : new Promise<void>((resolve, reject) => {
              end = (failed) => (failed ? reject(failed) : resolve());
            }),
    };
    const transcript = () => ({ game, color: "black" as const, secret: keys.black.secret, messages: [] });
    const first = await white.say("move", E4);

    const black = new SignedGame(transcript(), keys.black, slow);
    let isSaid = false;
    await new Promise<void>((heard) => void black.hear(first, heard));
    expect(hex(black.moves)).toBe(hex(E4));
    const reply = black.say("move", E5).then(() => {
      isSaid = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isSaid).toBe(false);
    end();
    await reply;
    expect(hex(black.moves)).toBe(hex(E5));

    const other = new SignedGame(transcript(), keys.black, slow);
    let hearing: Promise<void> | undefined;
    await new Promise<void>((heard) => {
      hearing = other.hear(first, heard);
    });
    expect(other.messages.length).toBe(1);
    end(new Error("the disk is full"));
    await expect(hearing).rejects.toThrow("the disk is full");
    expect(other.messages).toEqual([]);
  });

  test("nobody signs two games of one length", async () => {
    const { white, black } = await players();
    await black.hear(await white.say("move", E4));
    await black.say("move", E5);
    await expect(black.say("move", C5)).rejects.toThrow("another game than the one that is signed");
    await expect(black.say("move", E5)).rejects.toThrow("said already");
    await expect(white.say("move", bytes("0b1b"))).rejects.toThrow("another game");
  });

  test("two tabs don't sign against each other", async () => {
    const { game, keys, store, white } = await players();
    const otherTab = new SignedGame(
      { game, color: "white", secret: keys.white.secret, messages: [] },
      keys.white,
      store,
    );
    await white.say("move", E4);
    await expect(otherTab.say("move", bytes("0b1b"))).rejects.toThrow("another game than the one that is signed");
    expect(hex(otherTab.moves)).toBe(hex(E4));
  });

  test("only what verifies and goes on from one's own last message is taken", async () => {
    const { white, black } = await players();
    const first = await white.say("move", E4);
    const forged = { ...first, signature: first.signature.map((byte, index) => (index === 5 ? byte ^ 1 : byte)) };
    await expect(black.hear(forged)).rejects.toThrow("does not hold");
    await expect(black.hear({ ...first, signer: "black" })).rejects.toThrow("a signature is missing");
    await black.hear(first);
    await expect(black.say("ask", E4)).rejects.toThrow("who is to move can't ask");
    await expect(black.hear({ ...first, action: "move", moves: bytes("0c1c34240") })).rejects.toThrow();
    await white.say("ask", E4);
    await expect(white.say("draw", E5)).rejects.toThrow("nobody has signed");
  });

  test("what can't be kept is not signed for anybody", async () => {
    const { game, keys } = await players();
    const full = {
      put: () => Promise.reject(new Error("the disk is full")),
      get: async () => undefined,
      putKey: async () => {},
      getKey: async () => undefined,
    };
    const player = new SignedGame({ game, color: "white", secret: keys.white.secret, messages: [] }, keys.white, full);
    await expect(player.say("move", E4)).rejects.toThrow("the disk is full");
    expect(player.messages).toEqual([]);
  });
});
