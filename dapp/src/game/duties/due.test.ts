import { describe, expect, test } from "vitest";
import { askAt, dueCall, outlook, type Situation } from "./due";

const MINUTE = 60_000;
const T = 1_000 * MINUTE;

/** White waits for Black's fourth ply, in a game of 3+2 beside a relay that settles; two minutes are left. */
const situation = (change: Partial<Situation> = {}): Situation => ({
  now: T,
  you: "white",
  turn: "black",
  plies: 3,
  awaits: "move",
  end: undefined,
  cause: undefined,
  isAhead: true,
  isAsked: false,
  mustBring: false,
  isClaimable: false,
  clock: { base: 180, increment: 2 },
  until: T + 2 * MINUTE,
  since: T - 5_000,
  saidAt: T - 5_000,
  changedAt: T - MINUTE,
  begunAt: T - 2 * MINUTE,
  askedAt: undefined,
  relay: { isOnline: true, brings: true, offlineSince: undefined },
  epochMs: 1_440 * MINUTE,
  ...change,
});
const offlineSince = (since: number) => ({ relay: { isOnline: false, brings: false, offlineSince: since } });

describe("what is due on the chain", () => {
  test("nothing from an opponent's first second, nor after a moment without the relay", () => {
    expect(dueCall(situation())).toBeUndefined();
    expect(dueCall(situation({ plies: 1, until: undefined, since: T - 1_000 }))).toBeUndefined();
    expect(dueCall(situation({ clock: undefined, until: undefined, since: T - 1_000 }))).toBeUndefined();
    expect(dueCall(situation(offlineSince(T - 3_000)))).toBeUndefined();
  });

  test("bringing the game once the line has been away for half a minute, asking after that", () => {
    expect(dueCall(situation(offlineSince(T - 31_000)))?.what).toBe("bring");
    // what the opponent has done in the meantime isn't known: their time isn't taken for over
    const over = { isAhead: false, until: T - MINUTE };
    expect(dueCall(situation({ ...over, ...offlineSince(T - 31_000) }))).toBeUndefined();
    expect(dueCall(situation({ ...over, ...offlineSince(T - 61_000) }))?.what).toBe("ask");
  });

  test("asking when the opponent's time is over and their page hasn't said so", () => {
    expect(dueCall(situation({ until: T - 9_000 }))).toBeUndefined();
    expect(dueCall(situation({ until: T - 11_000 }))).toEqual({ what: "ask", byRelay: false });
    // on the first moves nobody's clock runs; without a clock a move has a day
    expect(askAt(situation({ plies: 1, until: undefined, since: T }))).toBe(T + 3 * MINUTE);
    expect(askAt(situation({ clock: undefined, until: undefined, since: T }))).toBe(T + 1_440 * MINUTE);
    expect(dueCall(situation({ until: T - 11_000, turn: "white" }))).toBeUndefined();
    expect(dueCall(situation({ until: T - 11_000, awaits: "answer", isAhead: false }))).toBeUndefined();
  });

  test("nothing once what the chain awaits is late, be it in an earlier round", () => {
    const meets = { cause: "meets" as const };
    for (const change of [
      { until: T - 11_000 },
      { ...meets, isAsked: true },
      { ...meets, awaits: "longerGame" as const },
    ]) {
      expect(dueCall(situation(change))).toBeDefined();
      expect(dueCall(situation({ ...change, isTimeOver: true }))).toBeUndefined();
    }
  });

  test("what the relay does isn't offered, unless it doesn't do it", () => {
    const open = { cause: "meets" as const, awaits: "longerGame" as const };
    expect(dueCall(situation({ ...open, changedAt: T - 1_000 }))).toEqual({ what: "show", byRelay: true });
    expect(dueCall(situation({ ...open, changedAt: T - 21_000 }))).toEqual({ what: "show", byRelay: false });
    expect(dueCall(situation({ ...open, changedAt: T - 1_000, relay: undefined }))?.byRelay).toBe(false);
    expect(dueCall(situation({ ...open, cause: undefined }))).toBeUndefined();
    // an old end of a match's last game is met with the next one, which both have begun just now
    const next = { cause: "meets" as const, changedAt: T - MINUTE };
    for (const behind of [open, {}]) {
      expect(dueCall(situation({ ...next, ...behind, begunAt: T - 1_000 }))).toEqual({ what: "show", byRelay: true });
      expect(dueCall(situation({ ...next, ...behind, begunAt: T - 21_000 }))?.byRelay).toBe(false);
    }
    // who runs out of time has thought for long, and the end is as new as any other
    const end = { reason: "TimeOver", winner: "white" as const, isFinal: true };
    const late = { end, cause: "ends" as const, since: T - 3 * MINUTE };
    expect(dueCall(situation({ ...late, saidAt: T - 1_000 }))).toEqual({ what: "settle", byRelay: true });
    expect(dueCall(situation({ ...late, saidAt: T - 21_000 }))).toEqual({ what: "settle", byRelay: false });
    // a winner has two minutes before the loser brings it
    const lost = { end: { ...end, winner: "black" as const }, cause: "lost" as const };
    expect(dueCall(situation({ ...lost, saidAt: T - 119_000 }))).toBeUndefined();
    expect(dueCall(situation({ ...lost, saidAt: T - 2 * MINUTE }))).toEqual({ what: "settle", byRelay: false });
    // one's own ask, answered off the chain, would end the game there
    expect(dueCall(situation({ cause: "meets", awaits: "answer", relay: undefined }))?.what).toBe("show");
    expect(dueCall(situation({ awaits: "answer" }))).toBeUndefined();
    // the chain has gone on to the next round, or over what was said
    expect(dueCall(situation({ ...late, cause: undefined }))).toBeUndefined();
    const asked = { until: T - MINUTE, askedAt: T - 5_000 };
    expect(dueCall(situation(asked))).toEqual({ what: "ask", byRelay: true });
    expect(dueCall(situation({ ...asked, askedAt: T - 25_000 }))?.byRelay).toBe(false);
  });

  test("little time isn't left to the relay: a tenth of what the chain gives", () => {
    const asked = { cause: "meets" as const, awaits: "answer" as const, isAsked: true, since: T };
    const isRelays = (after: number, deadline: number | undefined, more: Partial<Situation> = {}) =>
      dueCall(situation({ ...asked, deadline, now: T + after, ...more }))?.byRelay;
    expect([1_400, 1_600].map((after) => isRelays(after, T + 15_000))).toEqual([true, false]);
    expect([19_000, 21_000].map((after) => isRelays(after, T + 6 * MINUTE))).toEqual([true, false]);
    expect([19_000, 21_000].map((after) => isRelays(after, undefined))).toEqual([true, false]);
    // an end that is open, and a window that is nearly over
    const open = { awaits: "longerGame" as const, isAsked: false, changedAt: T };
    expect([1_400, 1_600].map((after) => isRelays(after, T + 15_000, open))).toEqual([true, false]);
    expect(isRelays(1_000, T - 1, open)).toBe(false);
  });
});

test("a round's end is brought where the other says nothing about the next one", () => {
  const end = { reason: "Resignation", winner: "black", isFinal: true } as const;
  const between = { end, cause: "endsRound" as const, relay: undefined };
  const waiting = (waitsSince: number | undefined) => dueCall(situation({ ...between, waitsSince }))?.what;
  expect([undefined, T - 1_000, T - 3 * MINUTE].map(waiting)).toEqual([undefined, undefined, "settle"]);
  // without a clock a day is theirs
  expect(dueCall(situation({ ...between, clock: undefined, waitsSince: T - 3 * MINUTE }))).toBeUndefined();
});

test("between two rounds, too, what the chain awaits in an earlier one is met with the round that has ended", () => {
  const end = { reason: "Resignation", winner: "white", isFinal: true } as const;
  const behind = { end, cause: "meets" as const, changedAt: T };
  const at = (after: number, more: Partial<Situation> = {}) =>
    dueCall(situation({ ...behind, now: T + after, ...more }));
  expect(at(19_000)).toEqual({ what: "show", byRelay: true });
  expect(at(21_000)).toEqual({ what: "show", byRelay: false });
  expect(at(0, { relay: undefined })).toEqual({ what: "show", byRelay: false });
  expect(at(21_000, { isTimeOver: true })).toBeUndefined();
});

describe("an absent opponent", () => {
  const here = { isHere: true, answerUntil: undefined, canMate: true };
  const away = { ...here, isHere: false };

  test("is told of from the first moment to the end", () => {
    expect(outlook(situation(), here)).toBeUndefined();
    const waiting = { kind: "waiting", askAt: T + 2 * MINUTE + 10_000, prize: "win" };
    expect(outlook(situation(), away)).toEqual(waiting);
    expect(outlook(situation({ until: T - 5_000 }), here)).toMatchObject({ kind: "waiting" });
    expect(outlook(situation({ until: T - 11_000 }), away)).toEqual({ kind: "askable", prize: "win" });
    const handed = situation({ until: T - 20_000, askedAt: T - 1_000 });
    expect(outlook(handed, away)).toEqual({ kind: "handed", prize: "win" });
    const answerUntil = T + 6 * MINUTE;
    const asked = situation({ awaits: "answer" });
    const expected = { kind: "asked", until: answerUntil, prize: "win", byRelay: true };
    expect(outlook(asked, { ...away, answerUntil })).toEqual(expected);
  });

  test("costs the game only who could be mated; before both have moved there is no result", () => {
    expect(outlook(situation(), { ...away, canMate: false })).toMatchObject({ prize: "draw" });
    expect(outlook(situation({ plies: 1, until: undefined }), away)).toMatchObject({ prize: "abort" });
  });

  test("isn't told of while the page itself has no line", () => {
    expect(outlook(situation({ ...offlineSince(T - MINUTE), until: T - MINUTE }), { ...away, isHere: undefined })).toBe(
      undefined,
    );
  });
});
