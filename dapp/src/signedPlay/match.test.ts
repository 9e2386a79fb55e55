import { describe, expect, test } from "vitest";
import type { inTurn } from "../browser/inTurn";
import { type Color, type Match, otherColor } from "../chain/game";
import { adviceOf, type ShownChain, shownWith } from "./advice";
import { MatchSession } from "./MatchSession";
import { isBroughtFirst, roundOf, type Word, wordOf } from "./match";
import {
  type Action,
  type Bytes,
  type ChainCall,
  COLORS,
  EMPTY,
  playArgument,
  type SignedGameId,
  type SignedMessage,
} from "./message";
import type { RelayRoom } from "./relay/RelayRoom";
import { RelayRounds } from "./relay/RelayRounds";
import { SignedGame } from "./SignedGame";
import { SignedSession } from "./SignedSession";
import { nextMover, plyCount, signedEnd } from "./standing";
import { Lines, makes, movesOf, newStore, sideOf, speakerOf, testGame } from "./test/testGame";
import type { TranscriptStore } from "./transcripts";
import type { Transport } from "./transport";

/** The chain of a match of three rounds. */
const shownAt = ({ round, points }: Pick<Match, "round" | "points">, ...shown: [Bytes, string?, boolean?]) =>
  shownWith({ rounds: 3, round, points, played: 0 }, ...shown);

/** A match of three rounds; players are called by their colours in round 0. */
async function table() {
  const { keys, id } = testGame();
  const lines = new Lines();
  const stores = { white: await newStore(), black: await newStore() };
  async function openOn(owner: Color, store: TranscriptStore, way: (round: SignedGameId) => Transport) {
    const match = await MatchSession.start(
      id,
      owner,
      3,
      async (round, color, around) =>
        new SignedSession(await sideOf(round, color, keys[owner], store, around), [way(round)]),
      store,
    );
    const turns: ReturnType<typeof inTurn> = Reflect.get(match, "oneAtATime");
    lines.idle.push(() => turns(async () => {}));
    return match;
  }
  const open = (owner: Color, store = stores[owner], name: string = owner) =>
    openOn(owner, store, (round) => lines.end(round, name));
  /** Another tab of Black's, in the same browser; what the players say over this round comes to it by other ways. */
  const openTab = () => open("black", stores.black, "tab");
  const match = { white: await open("white"), black: await open("black") };
  const both = [match.white, match.black];

  async function play(san: string) {
    for (const text of san.split(" ")) {
      const turn = nextMover(plyCount(match.white.current.game.moves));
      const mover = [match.white, match.black].find(({ current }) => current.game.color === turn)?.current;
      expect(mover && (await makes(mover, text)), `${text}: ${mover?.problem}`).toBe(true);
      await lines.settle();
    }
  }
  async function say(owner: Color, word: "resign" | "draw") {
    expect(await match[owner].current.say(word)).toBe(true);
    await lines.settle();
  }
  async function want(word: Word, ...owners: Color[]) {
    for (const owner of owners) await match[owner].want(word);
    await lines.settle();
  }
  /** The chain shows the game of the first round, as it was played, with an end that is open. */
  async function chainEnds(reason: string, ...ofThese: MatchSession[]) {
    for (const one of ofThese) await one.chainIs(shownAt(id, one.current.game.moves, reason));
    await lines.settle();
  }
  /** Round 1, where players can be made to say what no page would say. */
  function nextRound(points: number) {
    const round = roundOf(id, 1, points);
    const swapped = { white: keys.black, black: keys.white };
    const signed = speakerOf({ keys: swapped, id: round });
    const tell = async (color: Color, action: Action) => {
      const messages = [signed(color, action, EMPTY)];
      const transcript = { game: round, color, secret: keys.white.secret, messages };
      lines.end(round, "cheat").send(new SignedGame(transcript, swapped[color], stores.white));
      await lines.settle();
    };
    return { round, signed, tell };
  }
  return { match, both, lines, play, say, want, chainEnds, nextRound, open, openOn, openTab, stores, id, keys };
}

/** White may claim a draw by repetition and does so on the chain, as Black's page sees; Black begins the next round. */
async function begunAfterClaim(hasBegun = true) {
  const at = await table();
  const { match, play, open, want, chainEnds } = at;
  await play(`${SHUFFLE} ${SHUFFLE}`);
  const claimed = match.black.current.game.moves;
  const reload = () => {
    match.black.close();
    return open("black");
  };
  const claim = async () => {
    await chainEnds("ThreefoldRepetition", match.black);
    await want("begin", "black");
    expect(match.black.interval?.mine).toBe("begin");
  };
  if (hasBegun) await claim();
  return { ...at, claimed, reload, claim };
}

/** Black has resigned, and White waits at two devices for Black's word. */
async function wonWithTwoDevices() {
  const at = await table();
  const device = await at.open("white", await newStore(), "elsewhere");
  await at.play("e4 e5");
  await at.say("black", "resign");
  return { ...at, device };
}

const SCHOLARS_MATE = "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#";
const FOOLS_MATE = "f3 e5 g4 Qh4#";
const SHUFFLE = "Nf3 Nf6 Ng1 Ng8";

/** Round, points and colour of each player. */
const roundsOf = ({ white, black }: Record<Color, MatchSession>) =>
  [white, black].map(({ current: { game } }) => `${game.id.round} ${game.id.points} ${game.color}`);

test("ply 1,000 ends a match's round by a draw, and no single game", () => {
  const said = (plies: number, isOfMatch: boolean) => ({
    moves: Uint8Array.from({ length: 2 * plies }, (_, index) => (index % 2 === 0 ? 12 : 28)),
    isOfMatch,
    said: () => undefined,
  });
  const drawn = { reason: "PlyLimit", winner: undefined, isFinal: false };
  expect(signedEnd(said(1_000, true))).toEqual(drawn);
  expect(signedEnd(said(999, true))).toBeUndefined();
  expect(signedEnd(said(1_000, false))).toBeUndefined();
  // Black has made the ply: nobody has to bring it to the chain before the next round
  expect(isBroughtFirst(said(1_000, true), drawn)).toBe(false);
});

test("in a round after the first the first word counts", () => {
  const signed = speakerOf(testGame());
  expect(wordOf([signed("black", "leave", EMPTY), signed("black", "move", EMPTY)], "black")).toBe("leave");
  const moved = [signed("white", "move", movesOf("e4"))];
  expect(COLORS.map((color) => wordOf(moved, color))).toEqual(["begin", undefined]);
});

describe("a match between two pages", () => {
  test("goes on with sides changed as soon as both want it, whoever pressed first", async () => {
    const { match, play, want } = await table();
    await play(SCHOLARS_MATE);
    expect(match.white.interval).toMatchObject({ mayBegin: true, mayLeave: true, mine: undefined, theirs: undefined });
    await want("begin", "black");
    expect(match.white.interval?.theirs).toBe("begin");
    // nothing more is signed in the round that is over
    expect(await match.black.current.say("draw")).toBe(false);
    await want("begin", "white");
    expect(roundsOf(match)).toEqual(["1 2 black", "1 2 white"]);
    // the player of the black pieces has won again
    await play(FOOLS_MATE);
    await want("begin", "white", "black");
    expect(roundsOf(match)).toEqual(["2 4 white", "2 4 black"]);
    // the last round ends as a single game does
    await play(FOOLS_MATE);
    expect([match.white.interval, match.white.isLastRound]).toEqual([undefined, true]);
  });

  test("after an agreed draw the chain is told first", async () => {
    const { match, both, play, say, want, chainEnds } = await table();
    await play("e4 e5 d4");
    await say("white", "draw");
    await say("black", "draw");
    expect(match.white.interval?.isBroughtFirst).toBe(true);
    await want("begin", "white", "black");
    expect(match.white.interval?.mine).toBeUndefined();
    await chainEnds("Agreement", ...both);
    expect(roundsOf(match)).toEqual(["1 1 black", "1 1 white"]);
  });

  test("a draw that was accepted on the chain alone ends the round for who has offered it", async () => {
    const { match, play, say, want, chainEnds } = await table();
    await play("e4 e5 d4");
    await say("white", "draw");
    await chainEnds("Agreement", match.white);
    await want("begin", "white");
    expect(match.white.interval).toMatchObject({ end: { reason: "Agreement" }, mine: "begin", isBroughtFirst: false });
  });

  test.each(["black", "white"] as const)(
    "who has called the round off before both have moved leaves the match, once the chain has the draw: by %s's offer",
    async (offers) => {
      const { match, both, play, say, chainEnds } = await table();
      if (offers === "white") await play("e4");
      for (const color of [offers, otherColor(offers)]) await say(color, "draw");
      expect(match.white.interval).toMatchObject({ isCalledOff: true, isBroughtFirst: true, mine: undefined });
      await chainEnds("Agreement", ...both);
      for (const one of both) {
        expect(one.interval).toMatchObject({ mine: "leave", theirs: "leave", isParted: false });
        expect(one.advice).toMatchObject({ cause: "parts", call: { round: 1, points: 1 } });
      }
    },
  );

  test("after a draw that was claimed on the chain either goes on", async () => {
    const { match, want, chainEnds, claim } = await begunAfterClaim(false);
    await chainEnds("ThreefoldRepetition", match.white);
    await claim();
    await want("begin", "white");
    expect(roundsOf(match)).toEqual(["1 1 black", "1 1 white"]);
  });

  /** White resigns and begins the next round, Black has said that they leave before it, and the chain that it begins. */
  async function begunAfterLeave() {
    const { match, play, say, want, nextRound } = await table();
    await play("e4 e5");
    await say("white", "resign");
    await want("begin", "white");
    const { round, signed, tell } = nextRound(0);
    await tell("white", "leave");
    expect(match.white.interval?.isParted).toBe(true);
    await match.white.chainIs(shownAt(round, EMPTY));
    return { match: match.white, signed };
  }

  test("who has left before a round, and plays it all the same, is met there", async () => {
    const { match, signed } = await begunAfterLeave();
    for (const [theirs, own] of [
      ["e4", "e5"],
      ["Nf3", "Nc6"],
    ] as const) {
      const { current } = match;
      await current.receive([signed("white", "move", movesOf(theirs, current.game.moves))]);
      expect(await makes(current, own)).toBe(true);
    }
    const shown = shownAt({ round: 1, points: 0 }, movesOf("e4"));
    const chain: ShownChain = { ...shown, game: { ...shown.game, awaits: "answer" } };
    expect(adviceOf(chain, "black", match.games)).toMatchObject({ cause: "meets", call: { round: 1 } });
  });

  test("who has left before a round, and resigns in it before any move, has lost it", async () => {
    const { match, signed } = await begunAfterLeave();
    await match.current.receive([signed("white", "resign", EMPTY)]);
    expect(match.advice).toMatchObject({ cause: "endsRound", call: { round: 1, moves: EMPTY } });
  });

  test("leaving: the other's page agrees by itself, and one call pays both", async () => {
    const { match, both, play, want } = await table();
    await play(SCHOLARS_MATE);
    const before = Date.now();
    await want("leave", "white");
    for (const one of both) {
      const { cause, call } = one.advice;
      expect([one.interval?.mine, cause, call?.round, call?.points]).toEqual(["leave", "parts", 1, 2]);
      expect(one.leftAt).toBeGreaterThanOrEqual(before);
      expect([call?.moves.length, call?.white[0], call?.black[0]]).toEqual([0, 4, 4]);
    }
    // there is no way back
    await match.white.want("begin");
    expect(match.white.interval?.mine).toBe("leave");
  });

  test("one begins and the other leaves: the match ends by the round's end on the chain", async () => {
    const { match, both, play, want } = await table();
    await play(SCHOLARS_MATE);
    await want("begin", "black");
    await want("leave", "white");
    for (const one of both) expect(one.interval?.isParted).toBe(true);
    expect([match.white.advice.cause, ...roundsOf(match)]).toEqual(["ends", "0 0 white", "0 0 black"]);
    // who has begun has no way to leave any more
    await match.black.want("leave");
    expect(match.black.interval?.mine).toBe("begin");
  });

  test("who leaves after a resignation, and finds the next round begun, does so once the chain has that", async () => {
    const { match, play, say, want, chainEnds } = await table();
    await play("e4 e5");
    await say("black", "resign");
    await match.black.want("begin");
    await want("leave", "white");
    expect(match.white.interval).toMatchObject({ mine: undefined, theirs: "begin", isParted: true, waitsSince: 0 });
    expect(match.white.advice).toMatchObject({ cause: "endsRound", call: { round: 0 } });
    await chainEnds("Resignation", match.white);
    expect([match.white.interval?.mine, match.white.interval?.isParted]).toEqual(["leave", true]);
  });

  test("a word that can't be kept is tried once for a press", async () => {
    const { match, play, want, stores } = await table();
    await play(SCHOLARS_MATE);
    const { put } = stores.white;
    let tries = 0;
    stores.white.put = async () => {
      tries++;
      throw new Error("the disk is full");
    };
    await want("begin", "white");
    expect([tries, match.white.interval?.mine, match.white.interval?.wish]).toEqual([1, undefined, "begin"]);
    stores.white.put = put;
    await want("begin", "white");
    expect(match.white.interval?.mine).toBe("begin");
  });

  test("a reload finds the round that both have begun, and what was said", async () => {
    const { match, play, want, open } = await table();
    await play(SCHOLARS_MATE);
    await want("begin", "white");
    match.white.close();
    match.white = await open("white");
    expect(match.white.interval?.mine).toBe("begin");
    expect(await match.white.current.say("draw")).toBe(false);
    await want("begin", "black");
    expect(roundsOf(match)).toEqual(["1 2 black", "1 2 white"]);
    match.black.close();
    match.black = await open("black");
    expect(roundsOf(match)).toEqual(["1 2 black", "1 2 white"]);
    await play("e4 e5");
  });

  test("one's own word about a round stands after a reload: nobody says two points for one round", async () => {
    const { say, lines, reload, claimed, stores, nextRound, id } = await begunAfterClaim();
    // a better end for Black comes: its points are others
    await say("white", "resign");
    const again = await reload();
    await again.chainIs(shownAt(id, claimed, "ThreefoldRepetition"));
    await again.want("begin");
    await lines.settle();
    expect(await stores.black.get(nextRound(0).round, "white")).toBeUndefined();
    expect(again.interval).toMatchObject({ end: { reason: "Resignation" }, mine: "begin" });
    await nextRound(1).tell("black", "move");
    expect(again.current.game.id).toMatchObject({ round: 1, points: 1 });
  });

  test("two tabs say no two points for one round, where one of them alone has heard of the better end", async () => {
    const { openTab, claimed, claim, stores, nextRound, id, keys } = await begunAfterClaim(false);
    const tab = await openTab();
    await tab.chainIs(shownAt(id, claimed));
    // White's resignation comes to one tab, the claim on the chain to the other
    await tab.current.receive([speakerOf({ keys, id })("white", "resign", claimed)]);
    await tab.want("begin");
    expect(tab.interval).toMatchObject({ end: { reason: "Resignation" }, mine: undefined });
    await claim();
    await nextRound(0).tell("black", "move");
    const wordsOf = async (points: number) =>
      (await stores.black.get(nextRound(points).round, "white"))?.messages.filter(({ signer }) => signer === "white");
    expect([await wordsOf(0), (await wordsOf(1))?.length, await wordsOf(2)]).toEqual([[], 1, undefined]);
  });

  test("who has begun the next round in one tab says nothing more of this one in another", async () => {
    const { lines, play, openTab, claimed, claim, match, id } = await begunAfterClaim(false);
    const tab = await openTab();
    await claim();
    // the chain's claim has come to the first tab alone, and White continues all the same
    await play("e4");
    await tab.current.receive(match.white.current.transcript());
    expect(tab.current.game.moves).toEqual(movesOf("e4", claimed));
    expect(await makes(tab.current, "e5")).toBe(false);
    await lines.settle();
    expect(match.white.current.game.id).toEqual(id);
  });

  test("a wish ends with the end over which it was pressed, if that is undone", async () => {
    const { match, play, say, want, lines, id, keys } = await table();
    const { white } = match;
    await play("e4 e5");
    await say("black", "resign");
    // Black, who has lost, has to speak first
    await want("leave", "white");
    expect(white.interval).toMatchObject({ wish: "leave", mine: undefined });
    lines.isCut = true;
    await white.chainIs(shownAt(id, movesOf("e4 f6")));
    const signed = speakerOf({ keys, id });
    await makes(white.current, "d4");
    await white.current.receive([signed("black", "move", movesOf("g5", white.current.game.moves))]);
    await makes(white.current, "Qh5#");
    await lines.settle();
    expect(white.interval).toMatchObject({ wish: undefined, mine: undefined });
  });

  test.each([0, 1])("a relay that has lost rounds hears of the one being played: from round %s", async (round) => {
    const { match, play, want } = await table();
    for (const game of [SCHOLARS_MATE, FOOLS_MATE]) {
      await play(game);
      await want("begin", "white", "black");
    }
    const sent: ChainCall[] = [];
    const room = { round, points: 0, moves: EMPTY, proofs: {}, said: [], play: (call: ChainCall) => sent.push(call) };
    const there = () => new RelayRounds(room as unknown as RelayRoom).of(match.white.current.game.id);
    expect(match.white.current.game.id.round).toBe(2);
    there().send(match.white.current.game);
    await play("e4 e5");
    there().send(match.white.current.game);
    expect(sent.map(({ moves }) => plyCount(moves))).toEqual([0, 2]);
    expect(sent.map(({ white, black }) => [white.length, black.length])).toEqual([
      [65, round ? 0 : 65],
      [65, 65],
    ]);
  });

  test("who has begun the next round makes no move in this one after a reload, though its end is undone", async () => {
    const { lines, play, reload, claimed, id } = await begunAfterClaim();
    const again = await reload();
    await play("e4");
    await again.chainIs(shownAt(id, claimed, "ThreefoldRepetition"));
    await lines.settle();
    expect(again.current.game.moves).toEqual(movesOf("e4", claimed));
    expect(await makes(again.current, "e5")).toBe(false);
  });

  test.each([
    ["continues", "e4 e5", "e4 e5 Nf3"],
    ["has another last ply of the opponent's", "e4", "d4"],
  ])("who has resigned resigns again where the chain %s, and says nothing else", async (_, moves, onChain) => {
    const { match, play, say, want, id } = await table();
    await play(moves);
    await say("black", "resign");
    await want("begin", "black");
    const resigned = () => match.black.current.game.said("black", "resign")?.moves;
    expect([match.black.interval?.mine, resigned()]).toEqual(["begin", movesOf(moves)]);
    const other = movesOf(onChain);
    // an open draw is more than the resignation
    await match.black.chainIs(shownAt(id, other, "Agreement"));
    expect(resigned()).toBeUndefined();
    await match.black.chainIs(shownAt(id, other));
    expect(resigned()).toEqual(other);
    const { current, interval } = match.black;
    expect([await makes(current, "Nf6"), await current.say("ask"), interval?.mine]).toEqual([false, false, "begin"]);
  });

  test("says nothing of the next round once the chain's time is over", async () => {
    const { match, play, want, id } = await table();
    await play(SCHOLARS_MATE);
    const { moves } = match.white.current.game;
    await match.white.chainIs(shownAt(id, moves, "Checkmate", true));
    await want("begin", "white");
    expect(match.white.interval).toMatchObject({ mayBegin: false, mayLeave: false, mine: undefined });
    await match.white.chainIs(shownAt(id, moves, "Checkmate"));
    expect(match.white.interval?.mine).toBe("begin");
  });

  test("goes on where the chain is, also in a round of which this browser knows nothing", async () => {
    const { match, lines, id } = await table();
    await match.white.chainIs(shownAt({ round: 2, points: 1 }, movesOf("e4")));
    await lines.settle();
    const { game } = match.white.current;
    expect([roundsOf(match)[0], game.moves, game.hasBegun]).toEqual(["2 1 white", movesOf("e4"), true]);
    expect(game.id.whiteKey).toEqual(id.whiteKey);
  });

  test("goes on with the chain's points, where this browser has others for the same round", async () => {
    const { match, play, want } = await table();
    await play(SCHOLARS_MATE);
    await want("begin", "white", "black");
    expect(roundsOf(match)[0]).toBe("1 2 black");
    const moves = movesOf("e4");
    await match.white.chainIs(shownAt({ round: 1, points: 1 }, moves));
    const { current } = match.white;
    expect([roundsOf(match)[0], current.game.moves]).toEqual(["1 1 black", moves]);
    // the chain takes what is signed now
    expect(await makes(current, "e5")).toBe(true);
    await match.white.chainIs(shownAt({ round: 1, points: 1 }, moves));
    expect(match.white.current).toBe(current);
  });

  test("a round that is opened while the page leaves the match is closed again", async () => {
    const { match, lines } = await table();
    const next = { round: 1, points: 1 };
    const going = match.white.chainIs(shownAt(next, EMPTY));
    match.white.close();
    await going;
    expect(lines.owners(next)).toEqual([]);
  });

  test("two devices that wait with two wishes say one of them, and the next round goes on at that one", async () => {
    const { match, want, device } = await wonWithTwoDevices();
    // its player has gone from one to the other, and thinks again
    await want("begin", "white");
    await device.want("leave");
    expect(match.white.interval).toMatchObject({ mayBegin: false, mine: undefined, wish: "begin" });
    expect(match.black.interval?.theirs).toBeUndefined();
    await want("begin", "black");
    expect(roundsOf(match)).toEqual(["1 2 black", "1 2 white"]);
    expect([device.current.game.id.round, device.interval]).toEqual([1, undefined]);
    expect([match.white, device].map(({ current }) => current.isPlayedElsewhere)).toEqual([false, false]);
    expect([match.white, device].map(({ current }) => current.hasLastWord)).toEqual([true, false]);
  });

  test("whose wish waited at a device without the last word says it once more", async () => {
    const { match, lines, want, device } = await wonWithTwoDevices();
    match.white.close();
    await device.want("begin");
    await want("begin", "black");
    expect(device.interval).toMatchObject({ mine: undefined, theirs: "begin", wish: undefined });
    await device.want("begin");
    await lines.settle();
    expect([device.current.game.id.round, device.current.hasLastWord]).toEqual([1, true]);
  });

  test("another device goes on in the round that its player has begun, not in the chain's, and believes no relay", async () => {
    const { match, play, want, openOn } = await table();
    await play(SCHOLARS_MATE);
    await want("begin", "white", "black");
    await play("e4 e5");
    const { game } = match.white.current;
    const { moves } = game;
    const argument = (color: Color) => playArgument(game.lastMove(color) as SignedMessage);
    const openBy = async (proofs: Record<Color, Bytes>) => {
      const room = { round: 1, points: 2, moves, said: [], next: undefined, proofs } as unknown as RelayRoom;
      const rounds = new RelayRounds(room);
      const device = await openOn("white", await newStore(), (round) => rounds.of(round));
      rounds.onOtherRound = (there) => device.relayIs(there);
      await room.onGame();
      return device.current.game;
    };
    const device = await openBy({ white: argument("white"), black: argument("black") });
    expect(device.id).toMatchObject({ round: 1, points: 2 });
    expect([device.color, device.lastWordFrom, device.moves]).toEqual(["black", "elsewhere", moves]);
    const forged = await openBy({ white: argument("white"), black: argument("white") });
    expect([forged.id.round, forged.moves]).toEqual([0, EMPTY]);
  });
});
