import { describe, expect, test } from "vitest";
import { adviceOf, type ShownChain, shownWith } from "./advice";
import { plyTimes, signedClock, surelyOver } from "./clock";
import { toHex } from "./hex";
import { readKey, writeKey } from "./keys/keyFile";
import { ACTIONS, type Bytes, type ChainCall, COLORS, concat, type SignedMessage } from "./message";
import type { RelayRoom } from "./relay/RelayRoom";
import { byRelay } from "./relay/relayTransport";
import type { SignedGame } from "./SignedGame";
import type { SignedSession } from "./SignedSession";
import { drawnEnd, drawOfferer, provingMove, signedEnd } from "./standing";
import { bytes, makes, movesOf, newStore, testTable } from "./test/testGame";

/** The call that brings a game to a chain with this number of its moves; an ask or a claim may be signed for the call. */
function chainCall(game: SignedGame, wish?: SignedMessage, onChain?: Bytes): ChainCall {
  const { call } = adviceOf(shownWith(undefined, onChain), game.color, [game], wish);
  if (!call) throw new Error("the chain would take nothing");
  return call;
}

/** The actions of White and Black in a call; none for a player who says nothing. */
const actionsOf = ({ white, black }: ChainCall) => [white[0], black[0]];

/** Each hands its game on to the next one. */
async function handOn(...pages: SignedSession[]) {
  for (const [index, page] of pages.slice(1).entries()) await page.receive(pages[index]?.transcript() ?? []);
}

/** A page follows another device and signs nothing, until its player opens the game again here. */
async function expectToFollow(page: SignedSession, san: string) {
  expect(page.isPlayedElsewhere).toBe(true);
  expect([await makes(page, san), await page.say("resign")]).toEqual([false, false]);
  expect(() => page.prepare("ask")).toThrow("another device");
}

const SCHOLARS_MATE = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#";
// by Sam Loyd: the shortest game to stalemate
const STALEMATE = "e3 a5 Qh5 Ra6 Qxa5 h5 h4 Rah6 Qxc7 f6 Qxd7+ Kf7 Qxb7 Qd3 Qxb8 Qh7 Qxc8 Kg6 Qe6";
const SHUFFLE = "Nf3 Nf6 Ng1 Ng8";

describe("two pages", () => {
  test.each([
    ["mate", SCHOLARS_MATE, { reason: "Checkmate", winner: "white" }, ACTIONS.resign],
    ["stalemate", STALEMATE, { reason: "Stalemate", winner: undefined }, ACTIONS.draw],
  ])("play to %s, and who has no move acknowledges it unasked", async (_, moves, end, acknowledgement) => {
    const { white, black, play } = await testTable();
    await play(moves);
    expect(signedEnd(white.game)).toEqual({ ...end, isFinal: true });
    for (const { game } of [white, black]) expect(actionsOf(chainCall(game))).toEqual([ACTIONS.move, acknowledgement]);
    expect([await black.move(bytes("3424")), black.problem]).toEqual([false, "the game has ended"]);
  });

  test("acknowledge a mate that the chain alone shows, once somebody was asked for the longest game", async () => {
    const { black, device: opened } = await testTable();
    await black.chainIs(shownWith(undefined, movesOf(SCHOLARS_MATE)));
    expect(black.game.said("black", "resign")).toBeDefined();
    let isKnown = false;
    const device = await opened({ isKeyFound: true, isHeard: () => isKnown, isAsked: () => !isKnown });
    await device.chainIs(shownWith(undefined, movesOf("f3 e5 g4 Qh4#")));
    expect(device.game.said("white", "resign")).toBeUndefined();
    isKnown = true;
    await device.receive([]);
    expect(device.game.said("white", "resign")).toBeDefined();
  });

  test.each(["relay", "chain"])(
    "acknowledge a mate that was kept before a reload, once the %s is heard",
    async (by) => {
      const { black: before, play, open, lines, signed } = await testTable();
      await play(SCHOLARS_MATE.replace(" Qxf7#", ""));
      lines.isCut = true;
      const mate = signed("white", "move", movesOf(SCHOLARS_MATE));
      await before.game.hear(mate);
      const black = await open("black");
      await (by === "relay" ? black.receive([mate]) : black.chainIs(shownWith(undefined, movesOf("e4"))));
      expect(black.game.said("black", "resign")).toBeDefined();
    },
  );

  test("bring the relay a longer game that both have signed in the place of another", async () => {
    const { white, play } = await testTable();
    await play("e4 e5 Bc4");
    const sent: ChainCall[] = [];
    // White has made another third move on the chain, which the relay has taken over
    const moves = movesOf("e4 e5 Nf3");
    const room = { moves, proofs: {}, said: [], play: (call: ChainCall) => sent.push(call) };
    const transport = byRelay(room as unknown as RelayRoom);
    transport.send(white.game);
    expect(sent).toEqual([]);
    await play("Nc6");
    transport.send(white.game);
    expect(sent.map(({ moves }) => moves)).toEqual([white.game.moves]);
    expect(sent.map(({ white, black }) => [white.length, black.length])).toEqual([[65, 65]]);
  });

  test("find their way again when the line was cut", async () => {
    const { white, black, play, lines, open } = await testTable();
    await play("e4");
    lines.isCut = true;
    await makes(black, "e5");
    expect(white.game.moves).toEqual(movesOf("e4"));
    lines.isCut = false;
    // a reload asks by itself
    black.close();
    await open("black");
    await lines.settle();
    expect([white.game.moves, white.problem]).toEqual([movesOf("e4 e5"), undefined]);
  });

  test("ask in the call that brings the ask, and by an ask that is kept", async () => {
    const { white, play } = await testTable();
    await play("e4");
    expect(actionsOf(chainCall(white.game, white.prepare("ask").message))[0]).toBe(ACTIONS.ask);
    expect(actionsOf(chainCall(white.game))[0]).toBe(ACTIONS.move);
    await white.say("ask");
    expect(actionsOf(chainCall(white.game))[0]).toBe(ACTIONS.ask);
  });
});

describe("a draw", () => {
  test("is offered with the next move where it is wished for on move, once", async () => {
    const { white, black, play } = await testTable();
    await white.offerDraw();
    expect(white.game.said("white", "draw")).toBeUndefined();
    await play("e4");
    expect(drawOfferer(black.game)).toBe("white");
    // an offer alone is nothing that the chain is told
    expect(actionsOf(chainCall(black.game))).toEqual([ACTIONS.move, undefined]);
    await play("e5 Nf3");
    expect(drawOfferer(black.game)).toBeUndefined();
    // after one's own move it goes out at once
    await white.offerDraw();
    expect([drawOfferer(white.game), white.problem]).toEqual(["white", undefined]);
  });

  test("comes through beside the move that it goes with, also where both come at once", async () => {
    const { white, black, lines } = await testTable();
    lines.isCut = true;
    await makes(white, "e4");
    const moved = white.transcript();
    await white.offerDraw();
    await Promise.all([moved, white.transcript()].map((came) => black.receive(came)));
    expect([black.problem, drawOfferer(black.game)]).toEqual([undefined, "white"]);
  });

  test("is claimed in the call that brings it, and one that isn't sent leaves nothing", async () => {
    const { white, black, play, open } = await testTable();
    expect(() => white.prepare("draw")).toThrow("no draw can be claimed here");
    await play(`${SHUFFLE} ${SHUFFLE}`);
    expect(() => black.prepare("draw")).toThrow("no draw can be claimed here");
    const claim = white.prepare("draw");
    const call = chainCall(white.game, claim.message);
    expect(call.white[0]).toBe(ACTIONS.draw);
    expect(white.game.said("white", "draw")).toBeUndefined();
    expect(white.transcript()).not.toContain(toHex(call.white));
    // it was cancelled: White continues
    await play("e4");
    await expect(claim.onSend()).rejects.toThrow("the game has gone on meanwhile");
    await play(`e5 ${SHUFFLE} ${SHUFFLE}`);
    await white.prepare("draw").onSend();
    expect(white.game.said("white", "draw")).toBeDefined();
    // who has claimed makes no other move, and a reload knows it
    expect([await makes(white, "d4"), white.problem]).toEqual([false, "the game has ended"]);
    expect((await open("white")).game.said("white", "draw")).toBeDefined();
  });
});

describe("a last ply in whose place the chain has another one", () => {
  const other = movesOf("e4 e5 Bc4");

  test.each([
    ["resignation", "resign", false],
    ["draw that both have signed", "draw", true],
  ] as const)("gives way where a %s has ended the game over it", async (_, word, isLoadedAgain) => {
    const { black: first, play, say, lines, open } = await testTable();
    await play("e4 e5 Nf3");
    await say("white", word);
    lines.isCut = true;
    if (word === "draw") await first.say(word);
    expect(signedEnd(first.game)).toBeDefined();
    const black = isLoadedAgain ? await open("black") : first;
    black.chainIs(shownWith(undefined, other));
    expect([signedEnd(black.game), drawOfferer(black.game)]).toEqual([undefined, undefined]);
    expect(black.isChainElsewhere).toBe(false);
    expect(await makes(black, "Nc6"), black.problem).toBe(true);
    const call = chainCall(black.game, undefined, other);
    expect(call.moves).toEqual(movesOf("Nc6", other));
    // White's signature is of another game: the chain knows White's move and needs none
    expect(actionsOf(call)).toEqual([undefined, ACTIONS.move]);
    expect(chainCall((await open("black")).game, undefined, other)).toEqual(call);
  });

  test("gives way where the board has ended the game by it", async () => {
    const { black, play, lines } = await testTable();
    await play(STALEMATE);
    expect(black.game.said("black", "draw")).toBeDefined();
    lines.isCut = true;
    const chain = movesOf(STALEMATE.replace("Qe6", "Qc6"));
    black.chainIs(shownWith(undefined, chain));
    expect(black.game.moves).toEqual(chain);
    expect(await makes(black, "Kf7"), black.problem).toBe(true);
  });

  test("is answered or given way to before anything else is signed", async () => {
    const { black, play } = await testTable();
    await play("e4 e5 Nf3");
    expect(black.game.maySay("resign")).toBe(true);
    black.chainIs(shownWith(undefined, other));
    expect([await black.say("resign"), black.game.maySay("draw"), await makes(black, "Nc6")]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("is answered where it can be, whatever the chain has", async () => {
    const one = await testTable();
    await one.play("e4 e5 Nf3");
    one.lines.isCut = true;
    one.black.chainIs(shownWith(undefined, other));
    expect(one.black.isChainElsewhere).toBe(true);
    // a word of White's over it comes too late: the chain's counts then
    await one.black.receive([one.signed("white", "resign", one.black.game.moves)]);
    expect(one.black.game.moves).toEqual(other);

    const { black, play } = await testTable();
    await play("e4 e5 Nf3");
    black.chainIs(shownWith(undefined, other));
    await play("Nc6");
    const call = chainCall(black.game, undefined, other);
    expect([call.white.length, call.black.length, black.isChainElsewhere]).toEqual([65, 65, true]);
    // nothing takes the place of one's own answer
    black.chainIs(shownWith(undefined, movesOf("Nf6", other)));
    expect(chainCall(black.game, undefined, other)).toEqual(call);
  });
});

test("once the chain's time is over, or pauses let both take their stakes back, nothing is signed", async () => {
  const { white, play } = await testTable();
  await play("e4 e5 Nf3");
  const { moves } = white.game;
  const pauses = { isPaused: false, isClosed: false, tookTime: true, isReclaimable: true };
  const chains = [{ claims: { inactivity: true } }, { pauses }, {}];
  const maySay = (change: Partial<ShownChain>) => {
    white.chainIs({ ...shownWith(undefined, moves), ...change });
    return white.game.maySay("draw");
  };
  expect(chains.map(maySay)).toEqual([false, false, true]);
});

describe("one player in two places", () => {
  test("moves in advance don't outlast a ply that the chain alone shows: another device may have answered it", async () => {
    const { black, play, signed } = await testTable();
    await play("e4 e5");
    expect(black.plansAhead).toBe(true);
    const moves = movesOf("e4 e5 Nf3");
    black.chainIs(shownWith(undefined, moves));
    expect([black.hasLastWord, black.plansAhead]).toEqual([true, false]);
    await black.receive([signed("white", "move", moves)]);
    expect(black.plansAhead).toBe(true);
  });

  test("moves in advance end with the game, though it may go on after a resignation", async () => {
    const { white, black, play } = await testTable();
    await play("e4 e5");
    expect(white.plansAhead).toBe(true);
    await white.say("resign");
    expect([white.plansAhead, black.isPlayedElsewhere]).toEqual([false, false]);
  });

  test("a draw that was to be offered with a move isn't offered with a later one", async () => {
    const { white, black, lines, open, play } = await testTable();
    const tab = await open("white");
    await play("e4 e5");
    await white.offerDraw();
    expect(white.isOffering).toBe(true);
    await makes(tab, "Nf3");
    await lines.settle();
    await makes(black, "f6");
    await lines.settle();
    expect([white.isOffering, await makes(white, "Nxe5")]).toEqual([false, true]);
    await lines.settle();
    expect(drawOfferer(black.game)).toBeUndefined();
  });

  test("two tabs follow each other, and either may play", async () => {
    const { white, black, lines, open, play } = await testTable();
    const tab = await open("white");
    const line = async (san: string, ...pages: SignedSession[]) => {
      await lines.settle();
      for (const { game, problem } of pages) expect([game.moves, problem]).toEqual([movesOf(san), undefined]);
    };
    await play("e4 e5");
    await line("e4 e5", tab);
    // both hear the same at once
    expect(await makes(tab, "Nf3")).toBe(true);
    await line("e4 e5 Nf3", white);
    expect(await makes(black, "Nc6")).toBe(true);
    await line("e4 e5 Nf3 Nc6", white, tab);
    // at one moment only one of them signs
    const both = await Promise.all([makes(white, "Bc4"), makes(tab, "Bb5")]);
    expect(both.filter(Boolean)).toEqual([true]);
    await lines.settle();
    expect(white.game.moves).toEqual(tab.game.moves);
    expect([white, tab, black].map((one) => one.isPlayedElsewhere)).toEqual([false, false, false]);
  });

  test("a device with the same key goes on from what the other one has signed, and says so", async () => {
    const { white, black, id, lines, device: opened, play } = await testTable();
    const device = await opened({ ways: [lines.end(id)] });
    await play("e4 e5");
    expect(device.game.moves).toEqual(movesOf("e4 e5"));
    lines.isCut = true;
    await makes(device, "Nf3");
    await handOn(device, black);
    await makes(black, "Nc6");
    // the first one has missed two plies, one of them its own
    await handOn(black, white);
    expect([white.game.moves, white.problem]).toEqual([movesOf("e4 e5 Nf3 Nc6"), undefined]);
    await expectToFollow(white, "Bc4");
  });
});

describe("another device of the same player", () => {
  /** A device of White's that has the whole game, by the same key. */
  async function twoDevices(moves: string) {
    const table = await testTable();
    await table.play(moves);
    table.lines.isCut = true;
    const store = await newStore();
    const device = await table.device({ store, isKeyFound: true });
    await handOn(table.black, device);
    const reopen = (isLongestKnown: boolean) =>
      table.device({ store, isKeyFound: true, isHeard: () => isLongestKnown });
    return { ...table, device, reopen };
  }

  test("plays no move in advance before one by hand: the one that moved last plays its own", async () => {
    const { white, black, device } = await twoDevices("e4 e5");
    expect([white, device].map(({ hasLastWord, playsAhead }) => [hasLastWord, playsAhead])).toEqual([
      [true, true],
      [false, false],
    ]);
    expect(device.isPlayedElsewhere).toBe(false);
    expect(await makes(device, "Nf3")).toBe(true);
    await handOn(device, black, white);
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
    await handOn(offering.device, offering.white);
    expect(offering.white.game.said("white", "draw")).toBeDefined();
    expect([offering.white.isPlayedElsewhere, await offering.white.say("resign")]).toEqual([true, false]);

    const { white, device } = await twoDevices("e4 e5");
    await makes(white, "Nf3");
    await makes(device, "Bc4");
    await handOn(device, white);
    expect([white.game.moves, white.isPlayedElsewhere]).toEqual([movesOf("e4 e5 Nf3"), true]);
  });

  test("isn't made up by who hasn't the key, nor by what was said long ago", async () => {
    const { white, device, signed } = await twoDevices("e4 e5");
    const old = device.transcript();
    await white.receive([signed("white", "draw", white.game.moves, "black")]);
    expect(white.isPlayedElsewhere).toBe(false);
    await makes(device, "Nf3");
    await device.receive(old);
    expect(device.isPlayedElsewhere).toBe(false);
  });

  test("is known after a reload: with nobody to ask its player says that they play here", async () => {
    const { white, black, device, reopen } = await twoDevices("e4 e5");
    await makes(white, "Nf3");
    await handOn(white, black, device);
    for (const isAsked of [false, true]) {
      const again = await reopen(isAsked);
      expect([again.isPlayedElsewhere, again.playsAhead]).toEqual([!isAsked, false]);
    }
  });

  test("shows itself by a move on the chain that this one hasn't made", async () => {
    const { white, device } = await twoDevices("e4 e5");
    white.chainIs(shownWith(undefined, movesOf("e4")));
    await makes(device, "Nf3");
    white.chainIs(shownWith(undefined, movesOf("e4 e5 Nf3")));
    expect([white.isPlayedElsewhere, await white.say("resign")]).toEqual([true, false]);
    // whoever opens the game here, and is told by the chain alone
    device.chainIs(shownWith(undefined, movesOf("e4 e5 Nf3")));
    expect(device.isPlayedElsewhere).toBe(false);
  });

  test("waits in another tab, too, which has heard of it by the store", async () => {
    const { white, black, lines, open, device: opened, play } = await testTable();
    const tab = await open("white");
    await play("e4 e5");
    lines.isCut = true;
    const device = await opened();
    await handOn(black, device);
    await makes(device, "Nf3");
    await handOn(device, black, white);
    await handOn(black, tab);
    expect([white, tab].map(({ isPlayedElsewhere }) => isPlayedElsewhere)).toEqual([true, true]);
  });

  test("signs nothing with a key that it has found before somebody was asked for the longest game", async () => {
    const { white, lines, device: opened, play } = await testTable();
    await play("e4 e5");
    lines.isCut = true;
    let isKnown = false;
    const device = await opened({ isKeyFound: true, isHeard: () => isKnown });
    // it sees the chain's game alone, which may be a long way behind
    for (const moves of ["e4", "e4 e5"]) device.chainIs(shownWith(undefined, movesOf(moves)));
    await expectToFollow(device, "Nf3");
    isKnown = true;
    expect([device.isPlayedElsewhere, await makes(device, "Nf3")]).toEqual([false, true]);
    // from its own move on it knows the longest game by itself
    isKnown = false;
    expect([device, white].map(({ isPlayedElsewhere }) => isPlayedElsewhere)).toEqual([false, false]);
  });
});

test("the proof of a ply that the chain has shown first is kept, before and after the answer", async () => {
  const { white, black, lines, play } = await testTable();
  await play("e4 e5 Nf3");
  lines.isCut = true;
  const moves = movesOf("e4 e5 Nf3 Nc6");
  const proof = await black.game.say("move", moves);
  for (const isAnswered of [false, true]) {
    white.chainIs(shownWith(undefined, moves));
    if (isAnswered) await makes(white, "Bc4");
    const proofs = () => COLORS.map((color) => provingMove(white.game, color) !== undefined);
    expect(proofs()).toEqual([true, isAnswered]);
    await white.receive([proof]);
    expect([white.problem, ...proofs()]).toEqual([undefined, true, true]);
  }
});

test("a branch that was signed without the longer game gives way to it, and is kept aside", async () => {
  const { black, device: opened, signed, play } = await testTable();
  await play("e4 e5 Nf3 Nc6");
  const store = await newStore();
  const device = await opened({ store, isKeyFound: true, isTakenOver: true });
  expect(await makes(device, "d4")).toBe(true);
  // the chain's word alone replaces nothing that was signed here, before the player says so
  const unasked = await opened({ store, isKeyFound: true });
  unasked.chainIs(shownWith(undefined, black.game.moves));
  expect([unasked.isChainLonger, unasked.isPlayedElsewhere, await makes(unasked, "d5")]).toEqual([true, true, false]);
  // a game that is no longer than the branch replaces nothing either
  await device.receive([signed("white", "move", movesOf("e4"))]);
  expect(device.game.moves).toEqual(movesOf("d4"));

  await handOn(black, device);
  expect([device.problem, device.game.moves, device.game.hasBranch]).toEqual([undefined, black.game.moves, true]);
  // it follows until its player takes over
  expect(device.isPlayedElsewhere).toBe(true);
  const again = await opened({ store, isKeyFound: true, isTakenOver: true });
  expect(await makes(again, "Bc4")).toBe(true);
  await handOn(again, black);
  expect(black.game.moves).toEqual(again.game.moves);
});

test("nothing is taken that doesn't hold, though the opponent has signed it", async () => {
  const { white, play, signed, lines } = await testTable();
  await play("e4 e5");
  lines.isCut = true;
  const good = JSON.parse(white.transcript());
  await makes(white, "Nf3");
  const { moves } = white.game;
  const reply = movesOf("Nc6", moves);
  const came: [string | SignedMessage[], problem: string][] = [
    ["hello", "this is not a transcript"],
    ["{}", "this is not a transcript"],
    [JSON.stringify({ ...good, gameId: 8 }), "this is the transcript of another game"],
    [JSON.stringify({ ...good, contract: `${good.contract}q` }), "this is the transcript of another game"],
    [[signed("black", "move", concat(moves, bytes("3018")))], "a move that isn't legal"],
    [[signed("black", "move", movesOf("e4 c5 Nf3 Nf6"))], "this is another game than the one that is signed"],
    [[signed("black", "move", movesOf("Bc4 Nf6", reply))], "a signature is missing"],
    [[signed("black", "move", reply, "white")], "the signature does not hold"],
    [
      [signed("white", "move", movesOf("Bc4", reply), "black"), signed("black", "move", reply)],
      "the signature does not hold",
    ],
    [[signed("black", "ask", moves)], "who is to move can't ask"],
    // it would undo the mate that follows
    [[signed("black", "draw", moves)], "a draw is offered after one's own move"],
    [[signed("white", "resign", moves, "black")], "the signature does not hold"],
  ];
  for (const [what, problem] of came) {
    await white.receive(what);
    expect([white.problem, white.game.moves, signedEnd(white.game)]).toEqual([problem, moves, undefined]);
  }
  await white.receive([signed("black", "move", reply)]);
  expect([white.problem, white.game.moves]).toEqual([undefined, reply]);
});

test("a game goes on in another browser, with its key and the longest game", async () => {
  const { white, black, play, keys, signed, device, lines } = await testTable();
  await play("e4 e5 Nf3");
  lines.isCut = true;
  const key = readKey(writeKey(white.game.kept));
  expect(key).toEqual({ secret: keys.white.secret, signed: movesOf("e4 e5 Nf3") });
  expect(readKey('secret = "00"\nsigned = ""')).toBeUndefined();
  const elsewhere = await device();
  elsewhere.game.catchUp(key?.signed ?? bytes(""));
  // an older game than what the key has signed changes nothing, nor does a forged one
  for (const [message, problem] of [
    [signed("white", "move", movesOf("e4")), undefined],
    [signed("white", "move", white.game.moves, "black"), "the signature does not hold"],
  ] as const) {
    await elsewhere.receive([message]);
    expect([elsewhere.problem, elsewhere.game.messages, elsewhere.game.moves]).toEqual([problem, [], key?.signed]);
  }
  await handOn(black, elsewhere);
  expect(elsewhere.problem).toBeUndefined();
  expect(chainCall(elsewhere.game)).toEqual(chainCall(black.game));
});

test("the clocks run from each player's second move on", () => {
  const moves = movesOf("e4 e5 Nf3 Nc6 Bc4");
  const times = [0, 50_000, 60_000, 61_000, 91_000];
  const messages = times.map(
    (at, ply) => ({ action: "move", moves: moves.slice(0, 2 * ply + 2), at }) as SignedMessage,
  );
  expect(plyTimes(messages, times.length)).toEqual(times);
  const control = { base: 180, increment: 2 };
  expect(signedClock(control, times.slice(0, 1)).until).toBeUndefined();
  expect(signedClock(control, times)).toEqual({
    left: { white: 180_000 + 6_000 - 10_000 - 30_000, black: 180_000 + 4_000 - 1_000 },
    until: 91_000 + 183_000,
  });
});

test("nobody resigns on time by the relay's times alone", () => {
  const own = [0, 1_000, 2_000, 3_000];
  const over = 3_000 + 180_000 + 4_000 - 1_000;
  const at = (shown: number | undefined, ...times: (number | undefined)[]) =>
    surelyOver({ base: 180, increment: 2 }, shown, times);
  // the relay's times are a day old, or the opponent's move was held back
  for (const early of [86_400_000, 600_000]) expect(at(over - early, ...own)).toBe(over);
  // by the relay's times there is more
  expect(at(over + 5_000, ...own)).toBe(over + 5_000);
  // no clock is shown, or this page doesn't know when the last ply came
  expect([at(undefined, ...own), at(9_000_000, ...own, undefined)]).toEqual([undefined, undefined]);
});

test("a draw by players that is open on the chain is the end of a game of exactly its plies, and of no other", () => {
  const claim = { reason: "FiftyMoves", plies: 120 };
  expect(drawnEnd(claim, 120)).toEqual({ reason: "FiftyMoves", winner: undefined, isFinal: false });
  expect(drawnEnd(claim, 121)).toBeUndefined();
  expect(drawnEnd({ ...claim, reason: "Agreement" }, 120)?.reason).toBe("Agreement");
  expect(drawnEnd({ ...claim, reason: "Resignation" }, 120)).toBeUndefined();
  expect(drawnEnd(undefined, 120)).toBeUndefined();
});
