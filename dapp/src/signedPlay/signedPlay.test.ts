import { readFileSync } from "node:fs";
import { forceCloseDatabase, IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { Color } from "../chain/game";
import { adviceOf, shownIn } from "./advice";
import { gameKeyOf, verify, verifyByTweetnacl, verifyByWebCrypto } from "./ed25519";
import { toHex } from "./hex";
import { ACTIONS, type Action, messageBytes, parseArgument, playArgument, type SignedMessage } from "./message";
import { bytes, makes, movesOf, newStore, sideOf, speakerOf, testGame, testTable } from "./test/testGame";
import { readTranscript, writeTranscript } from "./transcriptFile";
import { openTranscripts, type Transcript } from "./transcripts";

const VECTORS = new URL("../../../crates/signed-play/vectors/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, VECTORS), "utf8"));

interface GameVector extends Record<"contract" | "whiteKey" | "blackKey", string> {
  gameId: number;
  round: number;
  points: number;
}

const gameOf = ({ contract, gameId, whiteKey, blackKey, round, points }: GameVector) => ({
  contract: bytes(contract),
  id: gameId,
  whiteKey: bytes(whiteKey),
  blackKey: bytes(blackKey),
  round,
  points,
});

test("signatures are judged as the chain judges them, by both ways", async () => {
  const vectors = read("ed25519.json");
  expect(vectors.length).toBeGreaterThanOrEqual(316);
  for (const { name, publicKey, message, signature, chain } of vectors) {
    const given = [bytes(message), bytes(signature), bytes(publicKey)] as const;
    expect(verifyByTweetnacl(...given), `${name} by tweetnacl`).toBe(chain);
    expect((await verifyByWebCrypto(...given)) ?? chain, `${name} by WebCrypto`).toBe(chain);
    expect(await verify(...given), `${name} by both`).toBe(chain);
  }
}, 300_000);

test("arguments of play, those that count and those that don't", async () => {
  for (const vector of read("messages.json").cases) {
    const { name, argument, signer, moves, message, reason } = vector;
    const parsed = parseArgument(bytes(argument), signer, bytes(moves), vector.round);
    if ("fault" in parsed) {
      expect(parsed.fault, name).toBe(reason);
      continue;
    }
    const game = gameOf(vector);
    const signed = messageBytes(game, parsed.message.action, parsed.message.moves);
    expect(toHex(signed), name).toBe(message);
    const key = signer === "white" ? game.whiteKey : game.blackKey;
    expect(await verify(signed, parsed.message.signature, key), name).toBe(reason === null);
    expect(toHex(playArgument(parsed.message)), name).toBe(argument);
  }
});

test("whole games are signed, and the single ones brought to the chain, to the byte", async () => {
  const vectors = read("transcripts.json");
  expect(vectors.filter(({ round }: GameVector) => round === 0).length).toBe(3);
  for (const { name, messages, play, ...vector } of vectors) {
    const id = gameOf(vector);
    const keys = { white: gameKeyOf(bytes(vector.whiteSecret)), black: gameKeyOf(bytes(vector.blackSecret)) };
    const signed = speakerOf({ keys, id });
    const said: SignedMessage[] = [];
    for (const { signer, action, moves, message, argument } of messages) {
      const one = signed(signer, (Object.keys(ACTIONS) as Action[])[action] as Action, bytes(moves));
      expect(toHex(messageBytes(id, one.action, one.moves)), name).toBe(message);
      expect(toHex(playArgument(one)), name).toBe(argument);
      said.push(one);
    }
    if (id.round > 0) continue;
    // as the page of who has said the last word sees it
    const color = said.at(-1)?.signer ?? "white";
    const game = await sideOf(id, color, keys[color], await newStore());
    // the vector's Black accepts before White has offered, which no page does
    const isEarlier = ({ action, signer }: SignedMessage) => action === "draw" && signer === "black";
    for (const one of said.toSorted((one, other) => Number(isEarlier(one)) - Number(isEarlier(other))))
      await (one.signer === color ? game.say(one.action, one.moves) : game.hear(one));
    const { call } = adviceOf(shownIn(game), color, [game]);
    for (const part of ["moves", "white", "black"] as const) expect(call && toHex(call[part]), name).toBe(play[part]);
    // what is handed on is read again
    expect(readTranscript(writeTranscript(game), id).length, name).toBeGreaterThan(0);
  }
});

describe("a player's side of a game", () => {
  const E4 = movesOf("e4");
  const isFull = () => Promise.reject(new Error("the disk is full"));

  async function players() {
    const { keys, id } = testGame();
    const store = await newStore();
    const open = (color: Color, put = store.put) => sideOf(id, color, keys[color], { ...store, put });
    return { open, signed: speakerOf({ keys, id }) };
  }

  test("shows what holds before it is kept; what replies to it waits, and what can't be kept is taken back", async () => {
    const { open, signed } = await players();
    const first = signed("white", "move", E4);
    let end = (_failed?: Error) => {};
    const slow = ({ messages }: Transcript) =>
      messages.length > 1
        ? Promise.resolve()
        : new Promise<void>((resolve, reject) => {
            end = (failed) => (failed ? reject(failed) : resolve());
          });
    const black = await open("black", slow);
    let isSaid = false;
    await new Promise<void>((heard) => void black.hear(first, heard));
    expect(black.moves).toEqual(E4);
    const reply = black.say("move", movesOf("e4 e5")).then(() => {
      isSaid = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isSaid).toBe(false);
    end();
    await reply;
    expect(black.moves).toEqual(movesOf("e4 e5"));

    const other = await open("black", slow);
    let hearing: Promise<void> | undefined;
    await new Promise<void>((heard) => {
      hearing = other.hear(first, heard);
    });
    expect(other.messages.length).toBe(1);
    end(new Error("the disk is full"));
    await expect(hearing).rejects.toThrow("the disk is full");
    expect(other.messages).toEqual([]);
  });

  test("signs nothing against what another tab has signed", async () => {
    const { open } = await players();
    const [white, otherTab] = [await open("white"), await open("white")];
    await white.say("move", E4);
    await expect(otherTab.say("move", movesOf("d4"))).rejects.toThrow("another game than the one that is signed");
    expect(otherTab.moves).toEqual(E4);
  });

  test("is read and kept also after the browser has closed its database, as Safari does in the background", async () => {
    const factory = new IDBFactory();
    const opened: IDBDatabase[] = [];
    const open = factory.open.bind(factory);
    factory.open = (...how) => {
      const opening = open(...how);
      opening.addEventListener("success", () => opened.push(opening.result));
      return opening;
    };
    const { black, lines, open: openPage } = await testTable();
    const white = await openPage("white", { store: await openTranscripts(factory) });
    await makes(white, "e4");
    await lines.settle();
    for (const database of opened) forceCloseDatabase(database as never);
    await makes(black, "e5");
    await lines.settle();
    expect([white.game.moves, await white.say("resign")]).toEqual([movesOf("e4 e5"), true]);
    expect((await (await openTranscripts(factory)).get(white.game.id, "white"))?.messages).toHaveLength(3);
  });

  test("signs nothing for anybody that can't be kept", async () => {
    const { open } = await players();
    const player = await open("white", isFull);
    await expect(player.say("move", E4)).rejects.toThrow("the disk is full");
    expect(player.messages).toEqual([]);
  });
});
