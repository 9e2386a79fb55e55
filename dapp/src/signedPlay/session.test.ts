import { readFileSync } from "node:fs";
import type { Square } from "chessops";
import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { Color } from "../chain/game";
import { encodeMove } from "../chess/canonical";
import { replay } from "../chess/history";
import { boardEnd, drawClaim, legalMoves } from "../chess/rules";
import { parseMove } from "../chess/san";
import { START_FEN } from "../chess/start";
import { adviceOf, shownWith } from "./advice";
import { plyTimes, signedClock, surelyOver } from "./clock";
import { gameKeyOf, sign } from "./ed25519";
import { fromHex, toHex } from "./hex";
import { readKey, writeKey } from "./keys/keyFile";
import {
  ACTIONS,
  type Action,
  type Bytes,
  type ChainCall,
  concat,
  messageBytes,
  playArgument,
  type SignedMessage,
} from "./message";
import type { RelayRoom } from "./relay/RelayRoom";
import { byRelay } from "./relay/relayTransport";
import { SignedGame } from "./SignedGame";
import { NO_OTHERS, SignedSession } from "./SignedSession";
import { claimedEnd, drawOfferer, provingMove, signedEnd } from "./standing";
import { testGame } from "./testGame";
import { readTranscript, writeTranscript } from "./transcriptFile";
import { openTranscripts } from "./transcripts";
import type { Transport } from "./transport";

const bytes = (hex: string): Bytes => fromHex(hex) ?? new Uint8Array();

/** The call that brings a game to a chain with this number of its moves; an ask or a claim may be signed for the call. */
function chainCall(game: SignedGame, wish?: SignedMessage, onChain?: Bytes): ChainCall {
  const { call } = adviceOf(shownWith(undefined, onChain), game.color, [game], wish);
  if (!call) throw new Error("the chain would take nothing");
  return call;
}

/** Two ends of a line that can be cut. */
class Line {
  isCut = false;
  private readonly listeners: ((text: string) => unknown)[] = [];
  private readonly working: Promise<unknown>[] = [];

  end(): Transport {
    const index = this.listeners.push(() => {}) - 1;
    return {
      send: (game) => {
        if (this.isCut) return;
        const text = writeTranscript(game);
        this.listeners.forEach((listener, other) => {
          if (other !== index) this.working.push(Promise.resolve().then(() => listener(text)));
        });
      },
      onReceive: (listener) => {
        this.listeners[index] = listener;
      },
      close: () => {
        this.listeners[index] = () => {};
      },
    };
  }

  /** Waits until nothing is under way. */
  async settle() {
    for (let done = 0; done < this.working.length; done++) await this.working[done];
  }
}

async function table() {
  const { keys, id } = testGame();
  const line = new Line();
  const stores = { white: await openTranscripts(new IDBFactory()), black: await openTranscripts(new IDBFactory()) };
  const open = async (color: Color) => {
    const kept = await stores[color].get(id, color);
    const transcript = kept ?? { game: id, color, secret: keys[color].secret, messages: [] };
    return new SignedSession(new SignedGame(transcript, keys[color], stores[color]), [line.end()]);
  };
  const sessions = { white: await open("white"), black: await open("black") };

  /** Plays moves in SAN, the two in turns. */
  async function play(...moves: string[]) {
    for (const san of moves) {
      const plies = replay(sessions.white.game.moves);
      const move = parseMove(plies.at(-1)?.fen ?? START_FEN, san);
      if (!move) throw new Error(`${san} can't be played`);
      const mover = plies.length % 2 === 0 ? sessions.white : sessions.black;
      expect(await mover.move(encodeMove(move)), san).toBe(true);
      await line.settle();
    }
  }
  return { ...sessions, keys, id, line, open, play };
}

/** Some legal reply, in canonical binary. */
function legalReply(moves: Uint8Array): Bytes {
  const [{ from, to } = { from: 0, to: 0 }] = legalMoves(moves);
  return bytes([from, to].map((square) => (square ^ 56).toString(16).padStart(2, "0")).join(""));
}

const SCHOLARS_MATE = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];
// by Sam Loyd: the shortest game to stalemate
const STALEMATE = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6".split(" ");

describe("two pages", () => {
  test("play to mate, and the mated one acknowledges it unasked", async () => {
    const { white, black, play } = await table();
    await play(...SCHOLARS_MATE);
    expect(signedEnd(white.game)).toEqual({ reason: "Checkmate", winner: "white", isFinal: true });
    const call = chainCall(white.game);
    expect([call.white[0], call.black[0]]).toEqual([ACTIONS.move, ACTIONS.resign]);
    expect(chainCall(black.game)).toEqual(call);
    expect(await black.move(bytes("3424"))).toBe(false);
    expect(black.problem).toBe("the game has ended");
  });

  test("acknowledge a stalemate as a draw", async () => {
    const { white, play } = await table();
    await play(...STALEMATE);
    expect(signedEnd(white.game)).toEqual({ reason: "Stalemate", winner: undefined, isFinal: true });
    expect(chainCall(white.game).black[0]).toBe(ACTIONS.draw);
    expect(chainCall(white.game).white[0]).toBe(ACTIONS.move);
  });

  test("bring the relay a longer game that both have signed in the place of another", async () => {
    const { white, play } = await table();
    await play("e4", "e5", "Bc4");
    const sent: ChainCall[] = [];
    // White has made another third move on the chain, which the relay has taken over
    const room = { moves: bytes("0c1c34240615"), proofs: {}, said: [], play: (call: ChainCall) => sent.push(call) };
    const transport = byRelay(room as unknown as RelayRoom);
    transport.send(white.game);
    expect(sent).toEqual([]);
    await play("Nc6");
    transport.send(white.game);
    expect(sent.map((call) => [toHex(call.moves), call.white.length, call.black.length])).toEqual([
      [toHex(concat(white.game.moves)), 65, 65],
    ]);
  });

  test("resign, and agree to a draw", async () => {
    const one = await table();
    await one.play("e4");
    await one.white.say("resign");
    await one.line.settle();
    expect(signedEnd(one.black.game)).toEqual({ reason: "Resignation", winner: "black", isFinal: true });
    expect(chainCall(one.black.game).white[0]).toBe(ACTIONS.resign);
    expect(chainCall(one.black.game).black).toEqual(new Uint8Array());

    const two = await table();
    await two.play("e4", "e5");
    await two.black.say("draw");
    await two.line.settle();
    expect(signedEnd(two.white.game)).toBeUndefined();
    // an offer alone is nothing that the chain is told
    expect(chainCall(two.white.game).black[0]).toBe(ACTIONS.move);
    await two.white.say("draw");
    await two.line.settle();
    expect(signedEnd(two.white.game)).toEqual({ reason: "Agreement", winner: undefined, isFinal: false });
    expect([chainCall(two.white.game).white[0], chainCall(two.white.game).black[0]]).toEqual([
      ACTIONS.draw,
      ACTIONS.draw,
    ]);
  });

  test("find their way again when the line was cut", async () => {
    const { white, black, play, line, open } = await table();
    await play("e4");
    line.isCut = true;
    await black.move(bytes("3424"));
    expect(white.game.moves.length).toBe(2);
    line.isCut = false;
    // a reload asks by itself
    black.close();
    await open("black");
    await line.settle();
    expect(toHex(white.game.moves)).toBe("0c1c3424");
    expect(white.problem).toBeUndefined();
  });

  test("ask on the chain only with the own last move", async () => {
    const { white, black, play } = await table();
    await play("e4");
    expect(await black.say("ask")).toBe(false);
    expect(black.problem).toBe("who is to move can't ask");
    await white.say("ask");
    expect(chainCall(white.game, white.game.prepare("ask")).white[0]).toBe(ACTIONS.ask);
    // what is said and kept is brought
    expect(chainCall(white.game).white[0]).toBe(ACTIONS.ask);
  });
});

describe("a draw", () => {
  test("is offered after one's own move, and accepted on move; nothing else is signed or taken", async () => {
    const { white, black, play, line, id, keys } = await table();
    await play("f3", "e5", "g4");
    // Black is on move: a draw over these plies would undo the mate that follows
    expect(await black.say("draw")).toBe(false);
    expect(black.problem).toBe("a draw is offered after one's own move");
    // nor does White take one, however well it is signed
    const early = { signer: "black" as const, action: "draw" as const, moves: concat(white.game.moves) };
    await white.receive([{ ...early, signature: sign(messageBytes(id, "draw", early.moves), keys.black) }]);
    expect(white.problem).toBe("a draw is offered after one's own move");
    expect(white.game.said("black", "draw")).toBeUndefined();
    // White offers, Black mates: the offer falls, and nobody has said a draw over the mate
    expect(await white.say("draw")).toBe(true);
    await line.settle();
    expect(drawOfferer(black.game)).toBe("white");
    await play("Qh4#");
    expect(signedEnd(black.game)).toMatchObject({ reason: "Checkmate", winner: "black" });
    expect(await black.say("draw")).toBe(false);
    expect(chainCall(black.game).white[0]).toBe(ACTIONS.resign);
  });

  test("is offered with the next move where it is wished for on move, once", async () => {
    const { white, black, play } = await table();
    await white.offerDraw();
    expect(white.game.said("white", "draw")).toBeUndefined();
    await play("e4");
    expect(drawOfferer(black.game)).toBe("white");
    await play("e5", "Nf3");
    expect(drawOfferer(black.game)).toBeUndefined();
    // after one's own move it goes out at once
    await white.offerDraw();
    expect(drawOfferer(white.game)).toBe("white");
    expect(white.problem).toBeUndefined();
  });

  test("comes through beside the move that it goes with, also where both come at once", async () => {
    const { white, black, line } = await table();
    line.isCut = true;
    const move = parseMove(START_FEN, "e4");
    await white.move(encodeMove(move as NonNullable<typeof move>));
    const moved = white.transcript();
    await white.offerDraw();
    await Promise.all([moved, white.transcript()].map((came) => black.receive(came)));
    expect(black.problem).toBeUndefined();
    expect(drawOfferer(black.game)).toBe("white");
  });

  test("is claimed in the call that brings it, and one that isn't sent leaves nothing", async () => {
    const { white, black, play, line, open } = await table();
    const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    expect(() => white.prepare("draw")).toThrow("no draw can be claimed here");
    await play(...shuffle, ...shuffle);
    expect(() => black.prepare("draw")).toThrow("no draw can be claimed here");
    const claim = white.prepare("draw");
    const call = chainCall(white.game, claim.message);
    expect(call.white[0]).toBe(ACTIONS.draw);
    expect(white.game.said("white", "draw")).toBeUndefined();
    expect(JSON.stringify(JSON.parse(white.transcript()).messages)).not.toContain(toHex(call.white));
    // it was cancelled: White continues
    await play("e4");
    await expect(claim.onSend()).rejects.toThrow("the game has gone on meanwhile");
    await play("e5", ...shuffle, ...shuffle);
    const sent = white.prepare("draw");
    await sent.onSend();
    expect(white.game.said("white", "draw")).toBeDefined();
    // who has claimed makes no other move, and a reload knows it
    expect(await white.move(bytes("0b1b"))).toBe(false);
    expect(white.problem).toBe("the game has ended");
    white.close();
    expect((await open("white")).game.said("white", "draw")).toBeDefined();
    await line.settle();
  });

  test("an end that both have signed isn't given up for another move", async () => {
    const { white, black, play, line, id, keys } = await table();
    await play("e4");
    line.isCut = true;
    expect(await black.say("resign")).toBe(true);
    await white.receive(black.transcript());
    expect(signedEnd(white.game)).toMatchObject({ reason: "Resignation", winner: "white" });
    const next = { signer: "black" as const, action: "move" as const, moves: bytes("0c1c3424") };
    await white.receive([{ ...next, signature: sign(messageBytes(id, "move", next.moves), keys.black) }]);
    expect(white.problem).toBe("the game has ended");
    expect(signedEnd(white.game)).toMatchObject({ reason: "Resignation" });
  });
});

describe("a last ply in whose place the chain has another one", () => {
  const play = ["e4", "e5", "Nf3"];
  // 2.Bc4 in the place of 2.Nf3
  const other = bytes("0c1c3424051a");
  const reply = "392a";

  test("gives way where the opponent has ended the game over it, and the game goes on from the chain's", async () => {
    const one = await table();
    await one.play(...play);
    await one.white.say("resign");
    await one.line.settle();
    one.line.isCut = true;
    expect(signedEnd(one.black.game)).toMatchObject({ reason: "Resignation", winner: "black" });
    one.black.catchUp(other);
    expect([signedEnd(one.black.game), one.black.isChainElsewhere]).toEqual([undefined, false]);
    expect(await one.black.move(bytes(reply)), one.black.problem).toBe(true);
    const call = chainCall(one.black.game, undefined, other);
    expect(toHex(call.moves)).toBe(toHex(concat(other, bytes(reply))));
    // White's signature is of another game: the chain knows White's move and needs none
    expect(call.white).toEqual(new Uint8Array());
    expect(call.black[0]).toBe(ACTIONS.move);
    one.black.close();
    const again = await one.open("black");
    expect(chainCall(again.game, undefined, other)).toEqual(call);

    const two = await table();
    await two.play(...play);
    await two.white.say("draw");
    await two.line.settle();
    two.line.isCut = true;
    await two.black.say("draw");
    expect(signedEnd(two.black.game)).toMatchObject({ reason: "Agreement" });
    two.black.close();
    // a reload finds it, too
    const black = await two.open("black");
    black.catchUp(other);
    expect(drawOfferer(black.game)).toBeUndefined();
    expect(await black.move(bytes(reply)), black.problem).toBe(true);
  });

  test("gives way where the board has ended the game by it", async () => {
    const { white, black, play, line } = await table();
    await play(...STALEMATE);
    expect(black.game.said("black", "draw")).toBeDefined();
    line.isCut = true;
    const chain = concat(white.game.moves.subarray(0, -2), bytes("3a2a"));
    black.catchUp(chain);
    expect(toHex(black.game.moves)).toBe(toHex(chain));
    expect(await black.move(legalReply(chain)), black.problem).toBe(true);
  });

  test("is answered where it can be, whatever the chain has", async () => {
    const one = await table();
    await one.play(...play);
    one.line.isCut = true;
    one.black.catchUp(other);
    expect(one.black.isChainElsewhere).toBe(true);
    // a word of White's over it comes too late: the chain's counts then
    const resigned = { signer: "white" as const, action: "resign" as const, moves: concat(one.black.game.moves) };
    const signature = sign(messageBytes(one.id, "resign", resigned.moves), one.keys.white);
    await one.black.receive([{ ...resigned, signature }]);
    expect(toHex(one.black.game.moves)).toBe(toHex(other));

    const two = await table();
    await two.play(...play);
    two.black.catchUp(other);
    await two.play("Nc6");
    const call = chainCall(two.black.game, undefined, other);
    expect([call.white.length, call.black.length, two.black.isChainElsewhere]).toEqual([65, 65, true]);
    // nothing takes the place of one's own answer
    two.black.catchUp(concat(other, bytes("3e2d")));
    expect(chainCall(two.black.game, undefined, other)).toEqual(call);
  });
});

describe("an end that the opponent has opened on the chain", () => {
  test("by another last ply is undone by an answer to the one that was heard", async () => {
    const { black, white, play } = await table();
    // 4.d3 was heard; 4.Qxf7# is on the chain
    await play("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "d3");
    const mate = concat(black.game.moves.subarray(0, -2), bytes("2735"));
    black.catchUp(mate);
    const mayMove = ({ game }: SignedSession, reason: string) =>
      adviceOf(shownWith(undefined, mate, reason), game.color, [game]).mayMove;
    expect([black.isChainElsewhere, mayMove(black, "Checkmate")]).toEqual([true, true]);
    expect([mayMove(white, "Checkmate"), mayMove(black, "Resignation")]).toEqual([false, false]);
    await play("Nxh5");
    const call = chainCall(black.game, undefined, mate);
    expect([call.white.length, call.black.length]).toEqual([65, 65]);
  });

  test("by a claim before a move of theirs is undone by nothing: no move follows a draw that is there", async () => {
    const { black, white, play } = await table();
    const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    await play(...shuffle, ...shuffle, "f3");
    // White could claim before 5.f3, and does so now
    const claim = shownWith(undefined, concat(black.game.moves.subarray(0, -2)), "ThreefoldRepetition");
    for (const { game } of [black, white])
      expect(adviceOf(claim, game.color, [game])).toMatchObject({ mayMove: false, cause: undefined });
  });
});

describe("one player in two places", () => {
  test("two tabs follow each other, and either may play", async () => {
    const { white, black, line, open, play } = await table();
    const tab = await open("white");
    await play("e4", "e5");
    await line.settle();
    expect([toHex(tab.game.moves), tab.problem]).toEqual(["0c1c3424", undefined]);
    // both hear the same at once
    expect(await tab.move(bytes("0615"))).toBe(true);
    await line.settle();
    expect([toHex(white.game.moves), white.problem]).toEqual(["0c1c34240615", undefined]);
    expect(await black.move(bytes("392a"))).toBe(true);
    await line.settle();
    for (const one of [white, tab])
      expect([toHex(one.game.moves), one.problem]).toEqual(["0c1c34240615392a", undefined]);
    // at one moment only one of them signs
    const both = await Promise.all([white.move(bytes("051a")), tab.move(bytes("0521"))]);
    expect(both.filter(Boolean)).toEqual([true]);
    await line.settle();
    expect(toHex(white.game.moves)).toBe(toHex(tab.game.moves));
    expect([white, tab, black].map((one) => one.isPlayedElsewhere)).toEqual([false, false, false]);
  });

  test("a device with the same key goes on from what the other one has signed, and says so", async () => {
    const { white, black, keys, id, line, play } = await table();
    const store = await openTranscripts(new IDBFactory());
    const transcript = { game: id, color: "white" as const, secret: keys.white.secret, messages: [] };
    const device = new SignedSession(new SignedGame(transcript, keys.white, store), [line.end()]);
    await play("e4", "e5");
    expect(toHex(device.game.moves)).toBe("0c1c3424");
    line.isCut = true;
    await device.move(bytes("0615"));
    await black.receive(device.transcript());
    await black.move(bytes("392a"));
    // the first one has missed two plies, one of them its own
    await white.receive(black.transcript());
    expect([toHex(white.game.moves), white.problem, white.isPlayedElsewhere]).toEqual([
      "0c1c34240615392a",
      undefined,
      true,
    ]);
    // it follows and signs nothing, until its player opens the game again here
    expect(await white.move(bytes("051a"))).toBe(false);
    expect(await white.say("resign")).toBe(false);
    expect(() => white.prepare("ask")).toThrow("another device");
  });
});

describe("another device of the same player", () => {
  /** A device of White's that has the whole game, by the same key. */
  async function twoDevices(...moves: string[]) {
    const { white, black, keys, id, line, play } = await table();
    await play(...moves);
    line.isCut = true;
    const transcript = { game: id, color: "white" as const, secret: keys.white.secret, messages: [] };
    const store = await openTranscripts(new IDBFactory());
    const device = new SignedSession(new SignedGame(transcript, keys.white, store), [], {
      ...NO_OTHERS,
      isKeyFound: true,
    });
    await device.receive(black.transcript());
    const reopen = async (isLongestKnown: boolean) => {
      const kept = (await store.get(id, "white")) ?? transcript;
      const others = { ...NO_OTHERS, isKeyFound: true, isHeard: () => isLongestKnown };
      return new SignedSession(new SignedGame(kept, keys.white, store), [], others);
    };
    return { white, black, device, reopen };
  }

  test("plays no move in advance before one by hand: the one that moved last plays its own", async () => {
    const { white, black, device } = await twoDevices("e4", "e5");
    expect([white, device].map(({ hasLastWord, playsAhead }) => [hasLastWord, playsAhead])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(device.isPlayedElsewhere).toBe(false);
    expect(await device.move(bytes("0615"))).toBe(true);
    await black.receive(device.transcript());
    await white.receive(black.transcript());
    expect([white, device].map(({ playsAhead }) => playsAhead)).toEqual([false, true]);
    expect(white.isPlayedElsewhere).toBe(true);
  });

  test("plays none either when it has asked, as this one has", async () => {
    const { white, device } = await twoDevices("e4");
    for (const one of [white, device]) await one.prepare("ask").onSend();
    expect([white, device].map(({ playsAhead }) => playsAhead)).toEqual([true, false]);
  });

  test("stops this one by an offer of a draw, too, and by another move in the place of its own", async () => {
    const offering = await twoDevices("e4");
    await offering.device.say("draw");
    await offering.white.receive(offering.device.transcript());
    expect(offering.white.game.said("white", "draw")).toBeDefined();
    expect([offering.white.isPlayedElsewhere, await offering.white.say("resign")]).toEqual([true, false]);

    const { white, device } = await twoDevices("e4", "e5");
    await white.move(bytes("0615"));
    await device.move(bytes("051a"));
    await white.receive(device.transcript());
    expect([toHex(white.game.moves), white.isPlayedElsewhere]).toEqual(["0c1c34240615", true]);
  });

  test("isn't made up by who hasn't the key, nor by what was said long ago", async () => {
    const { white, black, device } = await twoDevices("e4", "e5");
    const old = device.transcript();
    const forged = JSON.parse(black.transcript());
    forged.messages.push({ ...forged.messages[0], argument: `02${forged.messages[0].argument.slice(2)}` });
    await white.receive(JSON.stringify(forged));
    expect(white.isPlayedElsewhere).toBe(false);
    await device.move(bytes("0615"));
    await device.receive(old);
    expect(device.isPlayedElsewhere).toBe(false);
  });

  test("is known after a reload: with nobody to ask its player says that they play here", async () => {
    const { white, black, device, reopen } = await twoDevices("e4", "e5");
    await white.move(bytes("0615"));
    await black.receive(white.transcript());
    await device.receive(black.transcript());
    for (const isAsked of [false, true]) {
      const again = await reopen(isAsked);
      expect([again.isPlayedElsewhere, again.playsAhead]).toEqual([!isAsked, false]);
    }
  });

  test("shows itself by a move on the chain that this one hasn't made", async () => {
    const { white, black, device } = await twoDevices("e4", "e5");
    white.catchUp(bytes("0c1c"));
    await device.move(bytes("0615"));
    await black.receive(device.transcript());
    await black.move(bytes("392a"));
    white.catchUp(bytes("0c1c34240615"));
    expect([white.isPlayedElsewhere, await white.say("resign")]).toEqual([true, false]);
    // whoever opens the game here, and is told by the chain alone
    device.catchUp(bytes("0c1c34240615"));
    expect(device.isPlayedElsewhere).toBe(false);
  });

  test("waits in another tab, too, which has heard of it by the store", async () => {
    const { white, black, keys, id, line, open, play } = await table();
    const tab = await open("white");
    await play("e4", "e5");
    const transcript = { game: id, color: "white" as const, secret: keys.white.secret, messages: [] };
    const device = new SignedSession(
      new SignedGame(transcript, keys.white, await openTranscripts(new IDBFactory())),
      [],
    );
    line.isCut = true;
    await device.receive(black.transcript());
    await device.move(bytes("0615"));
    await black.receive(device.transcript());
    for (const one of [white, tab]) await one.receive(black.transcript());
    expect([white, tab].map(({ isPlayedElsewhere }) => isPlayedElsewhere)).toEqual([true, true]);
  });
});

test("the proof of a ply that the chain has shown first is kept, before and after the answer", async () => {
  const { white, black, line, play } = await table();
  await play("e4", "e5", "Nf3");
  line.isCut = true;
  const proof = await black.game.say("move", bytes("0c1c34240615392a"));
  for (const isAnswered of [false, true]) {
    white.catchUp(bytes("0c1c34240615392a"));
    if (isAnswered) await white.move(bytes("051a"));
    const proofs = () => (["white", "black"] as const).map((color) => provingMove(white.game, color) !== undefined);
    expect(proofs()).toEqual([true, isAnswered]);
    await white.receive([proof]);
    expect([white.problem, ...proofs()]).toEqual([undefined, true, true]);
  }
});

test("a device that has found its key again signs nothing before somebody was asked for the longest game", async () => {
  const { white, keys, id, line, play } = await table();
  await play("e4", "e5");
  line.isCut = true;
  let isKnown = false;
  const transcript = { game: id, color: "white" as const, secret: keys.white.secret, messages: [] };
  const game = new SignedGame(transcript, keys.white, await openTranscripts(new IDBFactory()));
  const others = { ...NO_OTHERS, isKeyFound: true, isHeard: () => isKnown };
  const device = new SignedSession(game, [], others);
  // it sees the chain's game alone, which may be a long way behind
  device.catchUp(bytes("0c1c"));
  device.catchUp(bytes("0c1c3424"));
  expect([device.isPlayedElsewhere, await device.move(bytes("0615")), await device.say("resign")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(() => device.prepare("ask")).toThrow("another device");
  isKnown = true;
  expect([device.isPlayedElsewhere, await device.move(bytes("0615"))]).toEqual([false, true]);
  // from its own move on it knows the longest game by itself
  isKnown = false;
  expect(device.isPlayedElsewhere).toBe(false);
  expect(white.isPlayedElsewhere).toBe(false);
});

test("a branch that was signed without the longer game gives way to it, and is kept aside", async () => {
  const { black, keys, id, play } = await table();
  await play("e4", "e5", "Nf3", "Nc6");
  const transcript = { game: id, color: "white" as const, secret: keys.white.secret, messages: [] };
  const game = new SignedGame(transcript, keys.white, await openTranscripts(new IDBFactory()));
  const device = new SignedSession(game, [], { ...NO_OTHERS, isKeyFound: true, isTakenOver: true });
  expect(await device.move(bytes("0b1b"))).toBe(true);
  // the chain's word alone replaces nothing that was signed here, before the player says so
  const unasked = new SignedSession(game, [], { ...NO_OTHERS, isKeyFound: true });
  unasked.catchUp(black.game.moves);
  expect([unasked.isChainLonger, unasked.isPlayedElsewhere, await unasked.move(bytes("392a"))]).toEqual([
    true,
    true,
    false,
  ]);
  // a game that is no longer than the branch replaces nothing either
  const short = JSON.parse(black.transcript());
  const first = short.messages.slice(0, 1).map((message: object) => ({ ...message, plies: 1 }));
  await device.receive(JSON.stringify({ ...short, moves: "0c1c", messages: first }));
  expect(toHex(device.game.moves)).toBe("0b1b");

  await device.receive(black.transcript());
  expect(device.problem).toBeUndefined();
  expect([toHex(device.game.moves), device.game.hasBranch]).toEqual([toHex(black.game.moves), true]);
  // it follows until its player takes over
  expect(device.isPlayedElsewhere).toBe(true);
  const again = new SignedSession(game, [], { ...NO_OTHERS, isKeyFound: true, isTakenOver: true });
  expect(await again.move(bytes("051a"))).toBe(true);
  await black.receive(again.transcript());
  expect(black.game.moves).toEqual(game.moves);
});

describe("a cheat", () => {
  test("gets nothing taken that doesn't hold", async () => {
    const { white, black, play, id, keys, line } = await table();
    await play("e4", "e5");
    line.isCut = true;
    const good = JSON.parse(white.transcript());
    const say = async (text: string, problem: string | undefined) => {
      await white.receive(text);
      expect(white.problem).toBe(problem);
      expect(toHex(white.game.moves)).toBe("0c1c3424");
    };
    const other = (change: object) => JSON.stringify({ ...good, ...change });
    await say("hello", "this is not a transcript");
    await say("{}", "this is not a transcript");
    await say(other({ gameId: 8 }), "this is the transcript of another game");
    await say(other({ contract: `${good.contract}q` }), "this is the transcript of another game");

    // properly signed, by whom one might believe: and yet nothing of it is taken
    await white.move(bytes("0615"));
    const line3 = "0c1c34240615";
    const signedBy = (signer: Color, key: Color, covered: string, action: Action = "move") => {
      const message: SignedMessage = { signer, action, moves: bytes(covered), signature: new Uint8Array(64) };
      message.signature = sign(messageBytes(id, action, message.moves), keys[key]);
      return { signer, plies: covered.length / 4, argument: toHex(playArgument(message)) };
    };
    const attempt = async (moves: string, messages: object[], problem: string | undefined) => {
      await white.receive(other({ moves, messages }));
      expect(white.problem).toBe(problem);
      expect(toHex(white.game.moves)).toBe(line3);
    };
    const illegal = `${line3}3018`;
    await attempt(illegal, [signedBy("black", "black", illegal)], "a move that isn't legal");
    const elsewhere = "0c1c322206153e2d";
    const another = "this is another game than the one that is signed";
    await attempt(elsewhere, [signedBy("black", "black", elsewhere)], another);
    const ahead = `${line3}392a051a3e2d`;
    await attempt(ahead, [signedBy("black", "black", ahead)], "a signature is missing");
    const reply = `${line3}392a`;
    await attempt(reply, [signedBy("black", "white", reply)], "the signature does not hold");
    const forged = [signedBy("white", "black", `${reply}051a`), signedBy("black", "black", reply)];
    await attempt(`${reply}051a`, forged, "the signature does not hold");
    await attempt(line3, [signedBy("black", "black", line3, "ask")], "who is to move can't ask");
    // a resignation in White's name, by Black's key
    await attempt(line3, [signedBy("white", "black", line3, "resign")], "the signature does not hold");
    expect(signedEnd(white.game)).toBeUndefined();
    await white.receive(other({ moves: reply, messages: [signedBy("black", "black", reply)] }));
    expect(toHex(white.game.moves)).toBe(reply);
    expect(black.game.moves.length).toBe(4);
  });
});

test("a game goes on in another browser, with its key and the longest game", async () => {
  const { white, black, play, keys, id, line } = await table();
  await play("e4", "e5", "Nf3");
  line.isCut = true;
  const text = black.transcript();
  const key = readKey(writeKey(white.game.kept));
  expect(key).toEqual({ secret: keys.white.secret, signed: bytes("0c1c34240615") });
  expect(readKey('secret = "00"')).toBeUndefined();

  const open = async () => {
    const store = await openTranscripts(new IDBFactory());
    const game = new SignedGame(
      { game: id, color: "white", secret: keys.white.secret, messages: [] },
      keys.white,
      store,
    );
    game.catchUp(key?.signed ?? new Uint8Array());
    return new SignedSession(game, [new Line().end()]);
  };
  const elsewhere = await open();
  // an older game than what the key has signed changes nothing
  const old = JSON.parse(text);
  const older = {
    ...old,
    moves: "0c1c",
    messages: old.messages.slice(0, 1).map((message: object) => ({ ...message, plies: 1 })),
  };
  await elsewhere.receive(JSON.stringify(older));
  expect([elsewhere.game.messages.length, toHex(elsewhere.game.moves)]).toEqual([0, "0c1c34240615"]);
  const forged = structuredClone(old);
  forged.messages[0].argument = old.messages[0].argument.replace(
    /^(..)(.)/,
    (_: string, action: string, digit: string) => (digit === "0" ? `${action}1` : `${action}0`),
  );
  await elsewhere.receive(JSON.stringify(forged));
  expect(elsewhere.problem).toBe("the signature does not hold");
  expect(elsewhere.game.messages.length).toBe(0);

  await elsewhere.receive(text);
  expect(elsewhere.problem).toBeUndefined();
  expect(chainCall(elsewhere.game)).toEqual(chainCall(black.game));
});

test("the clocks run from each player's second move on", () => {
  const times = [0, 50_000, 60_000, 61_000, 91_000];
  const messages = times.map((at, index) => ({
    signer: index % 2 === 0 ? ("white" as const) : ("black" as const),
    action: "move" as const,
    moves: bytes("0c1c34240615392a051a".slice(0, 4 * (index + 1))),
    signature: new Uint8Array(64),
    at,
  }));
  const control = { base: 180, increment: 2 };
  expect(signedClock(control, plyTimes(messages.slice(0, 1), 1)).until).toBeUndefined();
  expect(signedClock(control, plyTimes(messages, messages.length))).toEqual({
    left: { white: 180_000 + 6_000 - 10_000 - 30_000, black: 180_000 + 4_000 - 1_000 },
    until: 91_000 + 183_000,
  });
});

test("nobody resigns on time by the relay's times alone", () => {
  const control = { base: 180, increment: 2 };
  const own = [0, 1_000, 2_000, 3_000];
  const left = 180_000 + 4_000 - 1_000;
  // the relay's times are a day old, or the opponent's move was held back
  expect(surelyOver(control, 3_000 + left - 86_400_000, own)).toBe(3_000 + left);
  expect(surelyOver(control, 3_000 + left - 600_000, own)).toBe(3_000 + left);
  // by the relay's times there is more
  expect(surelyOver(control, 3_000 + left + 5_000, own)).toBe(3_000 + left + 5_000);
  // no clock is shown, or this page doesn't know when the last ply came
  expect(surelyOver(control, undefined, own)).toBeUndefined();
  expect(surelyOver(control, 9_000_000, [...own, undefined])).toBeUndefined();
});

describe("the rules off the chain", () => {
  test("know castling, promotions and en passant as the contract writes them", () => {
    expect(legalMoves(bytes("")).length).toBe(20);
    // 1.e4 e5 2.Nf3 Nf6 3.Bc4 Bc5: White castles with two steps of the king, e1 60 to g1 62
    const castling = legalMoves(bytes("0c1c342406153e2d051a3d22"));
    expect(castling).toContainEqual({ from: 60, to: 62, promotion: 0 });
    expect(castling.filter(({ from }) => from === 60).length).toBe(3);
  });

  test("find ends and what can be claimed", () => {
    expect(boardEnd(bytes(""))).toBeUndefined();
    const shuffle = "06153e2d15062d3e";
    expect(drawClaim(bytes(shuffle))).toBeUndefined();
    expect(drawClaim(bytes(shuffle.repeat(2)))).toBe("ThreefoldRepetition");
    expect(boardEnd(bytes(shuffle.repeat(3)))).toBeUndefined();
    expect(boardEnd(bytes(shuffle.repeat(4)))).toBe("FivefoldRepetition");
  });

  test("write moves canonically", () => {
    expect(toHex(encodeMove({ from: 12 as Square, to: 28 as Square }))).toBe("0c1c");
    expect(toHex(concat(encodeMove({ from: 52 as Square, to: 60 as Square, promotion: "knight" })))).toBe("347c03");
  });
});

test("the vectors' single games are brought to the chain to the byte", async () => {
  const file = new URL("../../../crates/signed-play/vectors/transcripts.json", import.meta.url);
  const vectors = JSON.parse(readFileSync(file, "utf8"));
  const single = vectors.filter(({ round }: { round: number }) => round === 0);
  expect(single.length).toBe(3);
  for (const vector of single) {
    const id = {
      contract: bytes(vector.contract),
      id: vector.gameId,
      whiteKey: bytes(vector.whiteKey),
      blackKey: bytes(vector.blackKey),
      round: 0,
      points: 0,
    };
    // as the page of who has said the last word sees it
    const color: Color = vector.messages.at(-1).signer;
    const secret = bytes(color === "white" ? vector.whiteSecret : vector.blackSecret);
    const store = await openTranscripts(new IDBFactory());
    const game = new SignedGame({ game: id, color, secret, messages: [] }, gameKeyOf(secret), store);
    // the vector's Black accepts before White has offered, which no page does
    const isEarlier = (one: { action: number; signer: Color }) => one.action === ACTIONS.draw && one.signer === "black";
    const messages = [...vector.messages.filter((one: never) => !isEarlier(one)), ...vector.messages.filter(isEarlier)];
    for (const { signer, action, moves, argument } of messages) {
      const name = (Object.keys(ACTIONS) as Action[])[action] as Action;
      if (signer === color) await game.say(name, bytes(moves));
      else await game.hear({ signer, action: name, moves: bytes(moves), signature: bytes(argument).slice(1) });
    }
    const call = chainCall(game);
    const { moves, white, black } = vector.play;
    const brought = { moves: toHex(call.moves), white: toHex(call.white), black: toHex(call.black) };
    expect(brought, vector.name).toEqual({ moves, white, black });
    // what is handed on is read again
    expect(readTranscript(writeTranscript(game), id).length, vector.name).toBeGreaterThan(0);
  }
});

test("a claim that is open on the chain is the end of a game of exactly its plies, and of no other", () => {
  const claim = { reason: "FiftyMoves", plies: 120 };
  expect(claimedEnd(claim, 120)).toEqual({ reason: "FiftyMoves", winner: undefined, isFinal: false });
  expect(claimedEnd(claim, 121)).toBeUndefined();
  expect(claimedEnd({ ...claim, reason: "Agreement" }, 120)).toBeUndefined();
  expect(claimedEnd(undefined, 120)).toBeUndefined();
});
