import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { inTurn } from "../browser/inTurn";
import type { Color } from "../chain/game";
import { encodeMove } from "../chess/canonical";
import { replay } from "../chess/history";
import { parseMove } from "../chess/san";
import { START_FEN } from "../chess/start";
import { adviceOf, type ShownChain, shownWith } from "./advice";
import { type GameKey, sign } from "./ed25519";
import { MatchSession, type OpenRound } from "./MatchSession";
import { isBroughtFirst, pointsAfter, roundOf, wordOf } from "./match";
import { type Action, type Bytes, messageBytes, playArgument, type SignedGameId, type SignedMessage } from "./message";
import type { RelayRoom } from "./relay/RelayRoom";
import { RelayRounds } from "./relay/RelayRounds";
import { SignedGame } from "./SignedGame";
import { SignedSession } from "./SignedSession";
import { signedEnd } from "./standing";
import { testGame } from "./testGame";
import { writeTranscript } from "./transcriptFile";
import { openTranscripts, type Transcript, type TranscriptStore } from "./transcripts";
import type { Transport } from "./transport";

const NONE: Bytes = new Uint8Array();

/** What a match does one after the other. */
const turnsOf = (match: MatchSession): ReturnType<typeof inTurn> => Reflect.get(match, "oneAtATime");

/** Lines between the two pages, one for each round. */
class Lines {
  private readonly listeners = new Map<string, Map<string, (text: string) => unknown>>();
  private readonly working: Promise<unknown>[] = [];
  /** Who plays by them. */
  readonly matches: MatchSession[] = [];
  isCut = false;

  /** The end of who has a colour in round 0. */
  end({ round, points }: SignedGameId, owner: string): Transport {
    const name = `${round} ${points}`;
    const ends = this.listeners.get(name) ?? new Map<string, (text: string) => unknown>();
    this.listeners.set(name, ends);
    return {
      send: (game) => {
        if (this.isCut) return;
        const text = writeTranscript(game);
        for (const [other, listener] of ends)
          if (other !== owner) this.working.push(Promise.resolve().then(() => listener(text)));
      },
      onReceive: (listener) => {
        ends.set(owner, listener);
      },
      close: () => {
        ends.delete(owner);
      },
    };
  }

  /** Who has a line of a round. */
  owners({ round, points }: Pick<SignedGameId, "round" | "points">): string[] {
    return [...(this.listeners.get(`${round} ${points}`)?.keys() ?? [])];
  }

  async settle() {
    for (let quiet = 0; quiet < 5; quiet++) {
      const count = this.working.length;
      await Promise.all(this.working);
      // what a page does then by itself, however slow the machine is
      await Promise.all(this.matches.map((match) => turnsOf(match)(async () => {})));
      await new Promise((resolve) => setTimeout(resolve, 2));
      if (this.working.length > count) quiet = 0;
    }
  }
}

/** A match of three rounds; players are called by their colours in round 0. */
async function table(rounds = 3) {
  const { keys, id } = testGame();
  const lines = new Lines();
  const stores = { white: await openTranscripts(new IDBFactory()), black: await openTranscripts(new IDBFactory()) };
  const openOn = async (owner: Color, store: TranscriptStore, device: string): Promise<MatchSession> => {
    const openRound: OpenRound = async (round, color, match) => {
      const kept = await store.get(round, color);
      const transcript = kept ?? { game: round, color, secret: keys[owner].secret, messages: [] };
      return new SignedSession(new SignedGame(transcript, keys[owner], store, match), [lines.end(round, device)]);
    };
    const match = await MatchSession.start(id, owner, rounds, openRound, store);
    lines.matches.push(match);
    return match;
  };
  const open = (owner: Color) => openOn(owner, stores[owner], owner);
  /** Another tab of a player, in the same browser; what the players say over this round comes to it by other ways. */
  const openTab = (owner: Color) => openOn(owner, stores[owner], "tab");
  const match = { white: await open("white"), black: await open("black") };
  const mover = (color: Color) => [match.white, match.black].find(({ current }) => current.game.color === color);
  async function play(...moves: string[]) {
    for (const san of moves) {
      const plies = replay(match.white.current.game.moves);
      const move = parseMove(plies.at(-1)?.fen ?? START_FEN, san);
      if (!move) throw new Error(`${san} can't be played`);
      const session = mover(plies.length % 2 === 0 ? "white" : "black")?.current;
      expect(await session?.move(encodeMove(move)), `${san}: ${session?.problem}`).toBe(true);
      await lines.settle();
    }
  }
  /** Another device of a player, by the same key. */
  const openElsewhere = async (owner: Color) => openOn(owner, await openTranscripts(new IDBFactory()), "elsewhere");
  return { match, lines, play, open, openTab, openElsewhere, stores, id, keys };
}

/** White may claim a draw by repetition and does so on the chain, as Black's page sees; Black begins the next round. */
async function begunAfterClaim(hasBegun = true) {
  const at = await table();
  const { match, lines, play, open, id } = at;
  const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
  await play(...shuffle, ...shuffle);
  const claimed = match.black.current.game.moves;
  const reload = () => {
    match.black.close();
    return open("black");
  };
  if (!hasBegun) return { ...at, claimed, reload };
  await match.black.chainIs(id, claimed, "ThreefoldRepetition");
  await match.black.want("begin");
  await lines.settle();
  expect(match.black.interval?.mine).toBe("begin");
  return { ...at, claimed, reload };
}

/** A round that its Black has begun, whatever their page would say. */
async function begunBy(key: GameKey, game: SignedGameId): Promise<SignedGame> {
  const begins = {
    signer: "black",
    action: "move",
    moves: NONE,
    signature: sign(messageBytes(game, "move", NONE), key),
  };
  const transcript = { game, color: "black", secret: key.secret, messages: [begins] } as Transcript;
  return new SignedGame(transcript, key, await openTranscripts(new IDBFactory()));
}

/** Black has resigned, and White waits at two devices for Black's word. */
async function wonWithTwoDevices() {
  const { match, lines, play, openElsewhere } = await table();
  const device = await openElsewhere("white");
  await play("e4", "e5");
  await match.black.current.say("resign");
  await lines.settle();
  return { match, lines, device };
}

const SCHOLARS_MATE = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"];
const FOOLS_MATE = ["f3", "e5", "g4", "Qh4#"];

const roundsOf = ({ white, black }: Record<Color, MatchSession>) =>
  [white, black].map(({ current: { game } }) => [game.id.round, game.id.points, game.color]);

describe("points", () => {
  test("are those of who was White in round 0: a win two, a draw one", () => {
    expect(pointsAfter({ round: 0, points: 0 }, "white")).toBe(2);
    expect(pointsAfter({ round: 0, points: 0 }, "black")).toBe(0);
    expect(pointsAfter({ round: 1, points: 2 }, "black")).toBe(4);
    expect(pointsAfter({ round: 1, points: 2 }, "white")).toBe(2);
    expect(pointsAfter({ round: 5, points: 4 }, undefined)).toBe(5);
  });

  test("sides change with each round", () => {
    const id = { contract: NONE, id: 1, whiteKey: Uint8Array.of(1), blackKey: Uint8Array.of(2), round: 0, points: 0 };
    const next = roundOf(id, 1, 2);
    expect(next).toMatchObject({ round: 1, points: 2, whiteKey: id.blackKey, blackKey: id.whiteKey });
    expect(roundOf(next, 2, 2)).toMatchObject({ whiteKey: id.whiteKey, blackKey: id.blackKey });
  });
});

describe("ply 1,000", () => {
  const shuffle = (count: number) => Array(count).fill("g1f3 g8f6 f3g1 f6g8").join(" ");
  const steps = "a2a3 a7a6,b2b3 b7b6,c2c3 c7c6,d2d3 d7d6,e2e3 e7e6,a3a4 a6a5,b3b4 b6b5,h2h3 h7h6,h3h4 h6h5,g2g3 g7g6";
  const more = "c3c4 c6c5,d3d4 d6d5,e3e4 e6e5";
  const squares = `${steps},${more}`.split(",").flatMap((step) => `${step} ${shuffle(20)}`.split(" "));
  const square = (name: string) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
  const game = squares.slice(0, 1_000).flatMap((move) => [square(move.slice(0, 2)), square(move.slice(2))]);

  test("ends a match's round by a draw, as the chain says, and no single game", () => {
    const said = (moves: number[], isOfMatch: boolean) => ({
      moves: Uint8Array.from(moves),
      isOfMatch,
      said: () => undefined,
    });
    const drawn = { reason: "PlyLimit", winner: undefined, isFinal: false };
    expect(signedEnd(said(game, true))).toEqual(drawn);
    expect(signedEnd(said(game.slice(0, -2), true))).toBeUndefined();
    expect(signedEnd(said(game, false))).toBeUndefined();
    // Black has made the ply: nobody has to bring it to the chain before the next round
    expect(isBroughtFirst(said(game, true), drawn)).toBe(false);
  });
});

describe("in a round after the first", () => {
  const message = (signer: Color, action: Action, plies = 0): SignedMessage => ({
    signer,
    action,
    moves: Uint8Array.from(Array.from({ length: plies }, () => [12, 28]).flat()),
    signature: NONE,
  });

  test("the first word counts", () => {
    expect(wordOf([message("black", "leave"), message("black", "move")], "black")).toBe("leave");
    expect(wordOf([message("white", "move", 1)], "white")).toBe("begin");
    expect(wordOf([message("white", "move", 1)], "black")).toBeUndefined();
  });
});

describe("a match between two pages", () => {
  test("goes on with sides changed as soon as both want it, whoever pressed first", async () => {
    const { match, lines, play } = await table();
    await play(...SCHOLARS_MATE);
    expect(match.white.interval).toMatchObject({ mayBegin: true, mayLeave: true, mine: undefined, theirs: undefined });
    await match.black.want("begin");
    await lines.settle();
    expect(match.white.interval?.theirs).toBe("begin");
    // nothing more is signed in the round that is over
    expect(await match.black.current.say("draw")).toBe(false);
    await match.white.want("begin");
    await lines.settle();
    expect(roundsOf(match)).toEqual([
      [1, 2, "black"],
      [1, 2, "white"],
    ]);
    // the player of the black pieces has won again
    await play(...FOOLS_MATE);
    await match.white.want("begin");
    await match.black.want("begin");
    await lines.settle();
    expect(roundsOf(match)).toEqual([
      [2, 4, "white"],
      [2, 4, "black"],
    ]);
    // the last round ends as a single game does
    await play(...FOOLS_MATE);
    expect([match.white.interval, match.white.isLastRound]).toEqual([undefined, true]);
  });

  test("the winner of a resignation waits for the loser's word, and it goes out by itself then", async () => {
    const { match, lines, play } = await table();
    await play("e4", "e5");
    await match.black.current.say("resign");
    await lines.settle();
    await match.white.want("begin");
    await lines.settle();
    expect(match.white.interval).toMatchObject({ mayBegin: false, mine: undefined, wish: "begin" });
    expect(match.black.interval?.theirs).toBeUndefined();
    await match.black.want("begin");
    await lines.settle();
    expect(roundsOf(match)).toEqual([
      [1, 2, "black"],
      [1, 2, "white"],
    ]);
  });

  test("after an agreed draw the chain is told first", async () => {
    const { match, lines, play, id } = await table();
    await play("e4", "e5", "d4");
    await match.white.current.say("draw");
    await lines.settle();
    await match.black.current.say("draw");
    await lines.settle();
    expect(match.white.interval?.isBroughtFirst).toBe(true);
    for (const one of [match.white, match.black]) await one.want("begin");
    await lines.settle();
    expect(match.white.interval?.mine).toBeUndefined();
    for (const one of [match.white, match.black]) await one.chainIs(id, one.current.game.moves, "Agreement");
    await lines.settle();
    expect(roundsOf(match)).toEqual([
      [1, 1, "black"],
      [1, 1, "white"],
    ]);
  });

  test("who has called the round off before both have moved leaves the match, once the chain has the draw", async () => {
    for (const plies of [[], ["e4"]]) {
      const { match, lines, play, id } = await table();
      await play(...plies);
      const [offers, accepts] = plies.length === 0 ? [match.black, match.white] : [match.white, match.black];
      for (const one of [offers, accepts]) {
        expect(await one.current.say("draw")).toBe(true);
        await lines.settle();
      }
      expect(match.white.interval).toMatchObject({ isCalledOff: true, isBroughtFirst: true, mine: undefined });
      for (const one of [match.white, match.black]) await one.chainIs(id, one.current.game.moves, "Agreement");
      await lines.settle();
      for (const one of [match.white, match.black]) {
        expect(one.interval).toMatchObject({ mine: "leave", theirs: "leave", isParted: false });
        expect(one.advice).toMatchObject({ cause: "parts", call: { round: 1, points: 1 } });
      }
    }
  });

  test("after a draw that was claimed on the chain either goes on", async () => {
    const { match, lines, play, id } = await table();
    const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
    await play(...shuffle, ...shuffle);
    expect(match.white.interval).toBeUndefined();
    for (const one of [match.white, match.black]) await one.chainIs(id, one.current.game.moves, "ThreefoldRepetition");
    expect(match.black.interval).toMatchObject({ mayBegin: true, isBroughtFirst: false });
    await match.black.want("begin");
    await lines.settle();
    await match.white.want("begin");
    await lines.settle();
    expect(roundsOf(match)).toEqual([
      [1, 1, "black"],
      [1, 1, "white"],
    ]);
  });

  /** White resigns and begins the next round, Black has said that they leave before it, and the chain that it begins. */
  async function begunAfterLeave() {
    const { match, lines, play, id, keys, stores } = await table();
    await play("e4", "e5");
    await match.white.current.say("resign");
    await lines.settle();
    await match.white.want("begin");
    await lines.settle();
    const round = roundOf(id, 1, 0);
    const says = (action: Action, moves: Bytes): SignedMessage => ({
      signer: "white",
      action,
      moves,
      signature: sign(messageBytes(round, action, moves), keys.black),
    });
    const leaves = { game: round, secret: keys.black.secret, messages: [says("leave", NONE)] };
    lines.end(round, "cheat").send(new SignedGame({ ...leaves, color: "white" }, keys.black, stores.black));
    await lines.settle();
    expect(match.white.interval?.isParted).toBe(true);
    await match.white.chainIs(round, NONE);
    return { match: match.white, says };
  }

  test("who has left before a round, and plays it all the same, is met there", async () => {
    const { match, says } = await begunAfterLeave();
    const line = [12, 28, 52, 36, 6, 21, 57, 42];
    for (const ply of [1, 3]) {
      await match.current.receive([says("move", Uint8Array.from(line.slice(0, 2 * ply)))]);
      expect(await match.current.move(Uint8Array.from(line.slice(2 * ply, 2 * ply + 2)))).toBe(true);
    }
    const shown = shownWith({ rounds: 3, round: 1, points: 0, played: 0 }, Uint8Array.from(line.slice(0, 2)));
    const chain: ShownChain = { ...shown, game: { ...shown.game, awaits: "answer" } };
    expect(adviceOf(chain, "black", match.games)).toMatchObject({ cause: "meets", call: { round: 1 } });
  });

  test("who has left before a round, and resigns in it before any move, has lost it", async () => {
    const { match, says } = await begunAfterLeave();
    await match.current.receive([says("resign", NONE)]);
    expect(match.advice).toMatchObject({ cause: "endsRound", call: { round: 1, moves: NONE } });
  });

  test("leaving: the other's page agrees by itself, and one call pays both", async () => {
    const { match, lines, play } = await table();
    await play(...SCHOLARS_MATE);
    const before = Date.now();
    await match.white.want("leave");
    await lines.settle();
    expect([match.white.interval?.mine, match.black.interval?.mine]).toEqual(["leave", "leave"]);
    for (const one of [match.white, match.black]) {
      const { cause, call } = one.advice;
      expect([cause, call?.round, call?.points]).toEqual(["parts", 1, 2]);
      expect(one.leftAt).toBeGreaterThanOrEqual(before);
      expect([call?.moves.length, call?.white[0], call?.black[0]]).toEqual([0, 4, 4]);
    }
    // there is no way back
    await match.white.want("begin");
    expect(match.white.interval?.mine).toBe("leave");
  });

  test("one begins and the other leaves: the match ends by the round's end on the chain", async () => {
    const { match, lines, play } = await table();
    await play(...SCHOLARS_MATE);
    await match.black.want("begin");
    await lines.settle();
    await match.white.want("leave");
    await lines.settle();
    for (const one of [match.white, match.black]) expect(one.interval?.isParted).toBe(true);
    expect([match.white.advice.cause, roundsOf(match)]).toEqual([
      "ends",
      [
        [0, 0, "white"],
        [0, 0, "black"],
      ],
    ]);
    // who has begun has no way to leave any more
    await match.black.want("leave");
    expect(match.black.interval?.mine).toBe("begin");
  });

  test("who leaves after a resignation, and finds the next round begun, does so once the chain has that", async () => {
    const { match, lines, play, id } = await table();
    await play("e4", "e5");
    await match.black.current.say("resign");
    await lines.settle();
    await match.black.want("begin");
    await match.white.want("leave");
    await lines.settle();
    expect(match.white.interval).toMatchObject({ mine: undefined, theirs: "begin", isParted: true, waitsSince: 0 });
    expect(match.white.advice).toMatchObject({ cause: "endsRound", call: { round: 0 } });
    await match.white.chainIs(id, match.white.current.game.moves, "Resignation");
    await lines.settle();
    expect([match.white.interval?.mine, match.white.interval?.isParted]).toEqual(["leave", true]);
  });

  test("a word that can't be kept is tried once for a press", async () => {
    const { match, lines, play, stores } = await table();
    await play(...SCHOLARS_MATE);
    const { put } = stores.white;
    let tries = 0;
    stores.white.put = async () => {
      tries++;
      throw new Error("the disk is full");
    };
    await match.white.want("begin");
    await lines.settle();
    expect([tries, match.white.interval?.mine, match.white.interval?.wish]).toEqual([1, undefined, "begin"]);
    stores.white.put = put;
    await match.white.want("begin");
    await lines.settle();
    expect(match.white.interval?.mine).toBe("begin");
  });

  test("a reload finds the round that both have begun, and what was said", async () => {
    const { match, lines, play, open } = await table();
    await play(...SCHOLARS_MATE);
    await match.white.want("begin");
    await lines.settle();
    match.white.close();
    const again = await open("white");
    expect(again.interval?.mine).toBe("begin");
    expect(await again.current.say("draw")).toBe(false);
    match.white = again;
    await match.black.want("begin");
    await lines.settle();
    expect(roundsOf(match)).toEqual([
      [1, 2, "black"],
      [1, 2, "white"],
    ]);
    match.black.close();
    match.black = await open("black");
    expect(roundsOf(match)[1]).toEqual([1, 2, "white"]);
    await play("e4", "e5");
  });

  test("one's own word about a round stands after a reload: nobody says two points for one round", async () => {
    const { match, lines, reload, claimed, stores, id, keys } = await begunAfterClaim();
    // a better end for Black comes: its points are others
    expect(await match.white.current.say("resign")).toBe(true);
    await lines.settle();
    const again = await reload();
    await again.chainIs(id, claimed, "ThreefoldRepetition");
    await again.want("begin");
    await lines.settle();
    expect(await stores.black.get(roundOf(id, 1, 0), "white")).toBeUndefined();
    expect(again.interval).toMatchObject({ end: { reason: "Resignation" }, mine: "begin" });

    const next = roundOf(id, 1, 1);
    lines.end(next, "theirs").send(await begunBy(keys.white, next));
    await lines.settle();
    expect(again.current.game.id).toMatchObject({ round: 1, points: 1 });
  });

  test("two tabs say no two points for one round, where one of them alone has heard of the better end", async () => {
    const { match, lines, openTab, claimed, stores, id, keys } = await begunAfterClaim(false);
    const tab = await openTab("black");
    await tab.chainIs(id, claimed);
    // White's resignation comes to one tab, the claim on the chain to the other
    const store = await openTranscripts(new IDBFactory());
    const white = { game: id, color: "white", secret: keys.white.secret, messages: [] } as const;
    const theirs = new SignedGame({ ...white, messages: [...match.white.current.game.messages] }, keys.white, store);
    await theirs.say("resign", claimed);
    await tab.current.receive(writeTranscript(theirs));
    await tab.want("begin");
    expect(tab.interval).toMatchObject({ end: { reason: "Resignation" }, mine: undefined });
    await match.black.chainIs(id, claimed, "ThreefoldRepetition");
    await match.black.want("begin");
    expect(match.black.interval?.mine).toBe("begin");
    const next = roundOf(id, 1, 0);
    lines.end(next, "theirs").send(await begunBy(keys.white, next));
    await lines.settle();
    const wordsOf = async (points: number) =>
      (await stores.black.get(roundOf(id, 1, points), "white"))?.messages.filter(({ signer }) => signer === "white");
    expect([await wordsOf(0), (await wordsOf(1))?.length, await wordsOf(2)]).toEqual([[], 1, undefined]);
  });

  test("who has begun the next round in one tab says nothing more of this one in another", async () => {
    const { lines, play, openTab, claimed, match, id } = await begunAfterClaim(false);
    const tab = await openTab("black");
    await match.black.chainIs(id, claimed, "ThreefoldRepetition");
    await match.black.want("begin");
    expect(match.black.interval?.mine).toBe("begin");
    // the chain's claim has come to the first tab alone, and White continues all the same
    await play("e4");
    await tab.current.receive(match.white.current.transcript());
    expect(tab.current.game.moves.length).toBeGreaterThan(claimed.length);
    expect(await tab.current.move(encodeMove({ from: 52, to: 36 }))).toBe(false);
    await lines.settle();
    expect(match.white.current.game.id).toEqual(id);
  });

  test("who has begun the next round makes no move in this one after a reload, though its end is undone", async () => {
    const { lines, play, match, reload, claimed, id } = await begunAfterClaim();
    const again = await reload();
    await play("e4");
    await again.chainIs(id, claimed, "ThreefoldRepetition");
    await lines.settle();
    const { current } = again;
    expect(current.game.moves).toEqual(match.white.current.game.moves);
    expect(await current.move(encodeMove({ from: 52, to: 36 }))).toBe(false);
  });

  test("who has resigned and begun the next round resigns again where the chain goes on, and says nothing else", async () => {
    const { match, lines, play, id } = await table();
    await play("e4", "e5");
    await match.black.current.say("resign");
    await match.black.want("begin");
    await lines.settle();
    const { game } = match.black.current;
    const plies = () => replay(game.said("black", "resign")?.moves ?? NONE).length;
    expect([match.black.interval?.mine, plies()]).toEqual(["begin", 2]);
    // White plays on and brings that to the chain, with an ask
    const longer = Uint8Array.from([...game.moves, ...encodeMove({ from: 6, to: 21 })]);
    await match.black.chainIs(id, longer, "Agreement");
    expect(plies()).toBe(0);
    await match.black.chainIs(id, longer);
    expect(plies()).toBe(3);
    expect(await match.black.current.move(encodeMove({ from: 62, to: 45 }))).toBe(false);
    expect(await match.black.current.say("ask")).toBe(false);
    expect(match.black.interval?.mine).toBe("begin");
  });

  test("who has resigned resigns again where the chain has another last ply of the opponent's", async () => {
    const { match, lines, play, id } = await table();
    await play("e4");
    await match.black.current.say("resign");
    await match.black.want("begin");
    await lines.settle();
    const other = Uint8Array.from(encodeMove({ from: 11, to: 27 }));
    await match.black.chainIs(id, other);
    const { game } = match.black.current;
    expect(game.said("black", "resign")?.moves).toEqual(other);
    expect(await match.black.current.move(encodeMove({ from: 62, to: 45 }))).toBe(false);
  });

  test("goes on where the chain is, also in a round of which this browser knows nothing", async () => {
    const { match, lines, id } = await table();
    await match.white.chainIs({ round: 2, points: 1 }, Uint8Array.of(12, 28));
    await lines.settle();
    const { game } = match.white.current;
    expect([game.id.round, game.id.points, game.color, game.moves.length]).toEqual([2, 1, "white", 2]);
    expect(game.id.whiteKey).toEqual(id.whiteKey);
    expect(game.hasBegun).toBe(true);
  });

  test("goes on with the chain's points, where this browser has others for the same round", async () => {
    const { match, lines, play } = await table();
    await play(...SCHOLARS_MATE);
    for (const one of [match.white, match.black]) await one.want("begin");
    await lines.settle();
    expect(roundsOf(match)[0]).toEqual([1, 2, "black"]);
    const moves = Uint8Array.of(12, 28);
    await match.white.chainIs({ round: 1, points: 1 }, moves);
    const { current } = match.white;
    expect(roundsOf(match)[0]).toEqual([1, 1, "black"]);
    expect(current.game.moves).toEqual(moves);
    // the chain takes what is signed now
    expect(await current.move(encodeMove({ from: 52, to: 36 }))).toBe(true);
    await match.white.chainIs({ round: 1, points: 1 }, moves);
    expect(match.white.current).toBe(current);
  });

  test("a round that is opened while the page leaves the match is closed again", async () => {
    const { match, lines } = await table();
    const next = { round: 1, points: 1 };
    const going = match.white.chainIs(next, NONE);
    match.white.close();
    await going;
    expect(lines.owners(next)).toEqual([]);
  });

  test("two devices that wait with two wishes say one of them, and the next round goes on at that one", async () => {
    const { match, lines, device } = await wonWithTwoDevices();
    expect(device.interval?.mayBegin).toBe(false);
    // its player has gone from one to the other, and thinks again
    await match.white.want("begin");
    await device.want("leave");
    await match.black.want("begin");
    await lines.settle();
    expect(roundsOf(match)).toEqual([
      [1, 2, "black"],
      [1, 2, "white"],
    ]);
    expect([device.current.game.id.round, device.interval]).toEqual([1, undefined]);
    expect([match.white, device].map(({ current }) => current.isPlayedElsewhere)).toEqual([false, false]);
    expect([match.white, device].map(({ current }) => current.hasLastWord)).toEqual([true, false]);
  });

  test("whose wish waited at a device without the last word says it once more", async () => {
    const { match, lines, device } = await wonWithTwoDevices();
    match.white.close();
    await device.want("begin");
    await match.black.want("begin");
    await lines.settle();
    expect(device.interval).toMatchObject({ mine: undefined, theirs: "begin", wish: undefined });
    await device.want("begin");
    await lines.settle();
    expect([device.current.game.id.round, device.current.hasLastWord]).toEqual([1, true]);
  });

  test("another device goes on in the round that its player has begun, not in the chain's, and believes no relay", async () => {
    const { match, lines, play, id, keys } = await table();
    await play(...SCHOLARS_MATE);
    await match.white.want("begin");
    await match.black.want("begin");
    await lines.settle();
    await play("e4", "e5");
    const { game } = match.white.current;
    const argument = (color: Color) => playArgument(game.lastMove(color) as SignedMessage);
    const there = { round: 1, points: 2, moves: game.moves, said: [], next: undefined };
    const open = async (proofs: Record<Color, Bytes | undefined>) => {
      const room = { ...there, proofs } as unknown as RelayRoom;
      const rounds = new RelayRounds(room);
      const store = await openTranscripts(new IDBFactory());
      const device = await MatchSession.start(
        id,
        "white",
        3,
        async (round, color, match) => {
          const transcript = { game: round, color, secret: keys.white.secret, messages: [] };
          return new SignedSession(new SignedGame(transcript, keys.white, store, match), [rounds.of(round)]);
        },
        store,
      );
      rounds.onOtherRound = (there) => device.relayIs(there);
      await room.onGame();
      return device.current.game;
    };
    const device = await open({ white: argument("white"), black: argument("black") });
    expect([device.id.round, device.id.points, device.color, device.lastWordFrom]).toEqual([
      1,
      2,
      "black",
      "elsewhere",
    ]);
    expect(device.moves).toEqual(game.moves);
    const forged = await open({ white: argument("white"), black: argument("white") });
    expect([forged.id.round, forged.moves.length]).toEqual([0, 0]);
  });
});
