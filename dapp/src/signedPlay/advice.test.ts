import { expect, test } from "vitest";
import type { Color } from "../chain/game";
import { ANYONE, adviceOf, type Cause, refusalOf, type ShownChain, shownWith, YOU } from "./advice";
import { roundOf } from "./match";
import { type Action, EMPTY, moverOf, type SignedMessage } from "./message";
import { REFUSALS } from "./refusals";
import { type MatchAround, SignedGame } from "./SignedGame";
import { plyCount } from "./standing";
import { movesOf, speakerOf, testGame } from "./test/testGame";
import type { TranscriptStore } from "./transcripts";

const { keys, id } = testGame();
const signed = speakerOf({ keys, id });
const MATE = movesOf("f3 e5 g4 Qh4#");
const beginning = (plies: number) => MATE.slice(0, 2 * plies);

/** A player's side of a round, by what was said in it. */
const sideOf = (color: Color, messages: SignedMessage[], match?: MatchAround, game = id) =>
  new SignedGame({ game, color, secret: keys.white.secret, messages }, keys.white, {} as TranscriptStore, match);

/** A game's moves up to its last ply, and the messages after it. */
function played(moves = beginning(2), ...said: SignedMessage[]): SignedMessage[] {
  const plies = Array.from({ length: plyCount(moves) }, (_, index) => index + 1);
  return [...plies.map((ply) => signed(moverOf(ply), "move", moves.slice(0, 2 * ply))), ...said];
}

/** A single game with a clock on the chain. */
const chain = (plies: number, awaits: ShownChain["game"]["awaits"] = "move", endReason = "None", isLate = false) => ({
  game: { awaits, endReason },
  clocks: { base: 180, increment: 2, left: { white: 360_000, black: 360_000 }, waited: 0 },
  moves: beginning(plies),
  drawOffer: undefined,
  claims: { inactivity: isLate },
});

test("an end is brought by its winner, an ask answered, an open end undone, and nothing brought without a need", () => {
  const [mate, open] = [played(MATE), played(beginning(3))];
  const resigned = [...open, signed("white", "resign", beginning(3))];
  const steps: [ShownChain, Color, SignedMessage[], Cause | undefined, plies?: number][] = [
    [chain(0), "black", mate, "ends", 4],
    [chain(0), "white", mate, undefined, 4],
    // the chain has it
    [chain(4, "longerGame", "Checkmate"), "black", mate, undefined],
    [chain(4, "longerGame", "Checkmate", true), "black", mate, "settles"],
    [chain(0), "white", open, undefined, 3],
    [chain(1, "answer"), "black", open, "meets", 3],
    [chain(3, "answer"), "black", open, undefined],
    [chain(3), "white", resigned, "lost", 3],
    // no move undoes a draw that could be claimed before it
    [chain(2, "longerGame", "ThreefoldRepetition"), "white", open, undefined],
  ];
  for (const [index, [shown, you, messages, cause, plies]] of steps.entries()) {
    const advice = adviceOf(shown, you, [sideOf(you, messages)]);
    const call = plies && { round: 0, points: 0, moves: beginning(plies) };
    expect(advice, `step ${index}`).toMatchObject({ cause, call });
  }
});

test("after a pause that took time the page brings the game as soon as the contract takes it", () => {
  const game = sideOf("white", played(beginning(3)));
  const pause = { isPaused: true, isClosed: false, tookTime: true, isReclaimable: false };
  const causeIn = (plies: number, changes: object) =>
    adviceOf({ ...chain(plies), pauses: { ...pause, ...changes } }, "white", [game]).cause;
  // a long one, one that is over, and a shorter one
  expect([{}, { isPaused: false }, { isClosed: true }].map((changes) => causeIn(1, changes))).toEqual([
    "meets",
    "meets",
    undefined,
  ]);
  expect([causeIn(1, { tookTime: false }), causeIn(3, {})]).toEqual([undefined, undefined]);
  // whoever moves while the stakes can be taken back could lose the move
  const mayMove = (isReclaimable: boolean) =>
    adviceOf({ ...chain(3), pauses: { ...pause, isReclaimable } }, "black", [sideOf("black", game.messages.slice())])
      .mayMove;
  expect([mayMove(false), mayMove(true)]).toEqual([true, false]);
});

test("a move continues the chain's game, or undoes an end that the opponent has opened by another last ply", () => {
  const mayMove = (shown: ShownChain, you: Color = "black") =>
    adviceOf(shown, you, [sideOf(you, played(beginning(3)))]).mayMove;
  expect([chain(2), chain(2, "longerGame", "ThreefoldRepetition")].map((shown) => mayMove(shown))).toEqual([
    true,
    false,
  ]);
  const opened = (reason: string) => shownWith(undefined, movesOf("f3 e5 g3"), reason);
  const reasons = ["Checkmate", "Resignation", "ThreefoldRepetition"];
  expect(reasons.map((reason) => mayMove(opened(reason)))).toEqual([true, false, false]);
  expect(mayMove(opened("Checkmate"), "white")).toBe(false);
});

test("a question that is too long, or a game that the player never agreed to, gets no advice", () => {
  const white = sideOf("white", played(beginning(3)));
  for (const moves of [movesOf("e4 e5 Nf3 Nc6"), new Uint8Array(20_000)])
    expect(adviceOf({ ...chain(0), moves }, "white", [white]).cause).toBeUndefined();
});

test("each refusal of the player's comes by its own code", () => {
  const says = (game: SignedGame, moves: Uint8Array, said: Partial<Record<Color, Action>>, from = YOU) => {
    const messages = (Object.entries(said) as [Color, Action][]).map(([signer, action]) => ({ signer, action }));
    return refusalOf(game, from, moves, messages);
  };
  const two = sideOf("white", played());
  const mated = sideOf("white", played(MATE));
  const resigned = sideOf("white", played(beginning(2), signed("white", "resign", beginning(2))));
  const inRound = (round: number, before: SignedGame): MatchAround => ({
    chain: shownWith({ rounds: 3, round, points: 0, played: 0 }, round === 0 ? before.moves : EMPTY),
    gameOf: (number) => (number === 0 ? before : undefined),
  });
  /** Round 1, in which White of the game before has Black. */
  const next = (before: SignedGame, points = 0, ...messages: SignedMessage[]) =>
    sideOf("black", messages, inRound(0, before), roundOf(id, 1, points));
  const unreadable = { chain: shownWith(undefined, Uint8Array.of(1)), gameOf: () => undefined };
  const answers = {
    known: says(two, beginning(2), { black: "move" }, ANYONE),
    fork: says(two, movesOf("e4"), { white: "move" }),
    moves: says(two, Uint8Array.of(...beginning(2), 64, 1), { white: "move" }),
    illegal: says(two, Uint8Array.of(...beginning(2), 12, 36), { white: "move" }),
    over: says(resigned, beginning(3), { white: "move" }),
    unsigned: says(two, MATE, { black: "move" }, ANYONE),
    ahead: says(two, beginning(3), { white: "resign" }),
    "two-actions": says(two, beginning(2), { white: "resign", black: "draw" }, ANYONE),
    "cannot-ask": says(two, beginning(2), { white: "ask" }),
    "cannot-leave": says(two, EMPTY, { white: "leave" }),
    round: says(sideOf("white", played(), inRound(1, two)), beginning(3), { white: "move" }),
    points: says(next(mated, 1), EMPTY, { black: "move" }),
    "not-over": says(next(two), EMPTY, { black: "move" }),
    begun: says(next(mated, 0, signed("black", "move", EMPTY)), EMPTY, { black: "leave" }),
    left: says(next(mated, 0, signed("black", "leave", EMPTY)), EMPTY, { black: "move" }),
    "cannot-offer": says(two, beginning(2), { white: "draw" }),
    argument: says(sideOf("white", played(), unreadable), beginning(3), { white: "move" }),
    "not-drawn": says(mated, MATE, { white: "draw" }),
    // which the page finds by itself
    signature: "signature",
  };
  for (const [code, answer] of Object.entries(answers)) expect(answer).toBe(code);
  expect(Object.keys(answers)).toEqual(Object.keys(REFUSALS));
});
