import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toHex } from "../hex";
import { type ChainCall, concat } from "../message";
import { RelayRoom } from "./RelayRoom";

const KEY = (byte: number) => new Uint8Array(32).fill(byte);
const GAME = { contract: KEY(1), id: 7, whiteKey: KEY(2), blackKey: KEY(3), round: 0, points: 0 };
const CALL: ChainCall = { moves: concat(Uint8Array.of(12, 28)), white: new Uint8Array(65), black: new Uint8Array() };

/** The relay's end of a line. */
class Line {
  static all: Line[] = [];
  static get last(): Line {
    return Line.all.at(-1) as Line;
  }
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  sent: { type: string; id?: number }[] = [];
  isClosed = false;
  constructor() {
    Line.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.isClosed = true;
  }
  says(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  pongs(now = Date.now()) {
    this.says({ type: "pong", id: this.sent.findLast(({ type }) => type === "ping")?.id, now });
  }
  /** The answer to `enter`. */
  games(now = Date.now(), times: number[] = []) {
    const moves = "0c1c3424".slice(0, 4 * times.length);
    this.says({ type: "game", id: null, moves, times, white: null, black: null, said: [], now, nonce: "00" });
  }
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  vi.stubGlobal("WebSocket", Line);
  Line.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function room(): RelayRoom {
  const room = new RelayRoom("ws://relay/play", GAME, undefined);
  Line.last.onopen();
  Line.last.pongs();
  Line.last.games();
  return room;
}

test("a line on which nothing comes any more is noticed within 8 s, and a new one is taken", () => {
  const silent = room();
  expect(silent.state).toBe("online");
  vi.advanceTimersByTime(4_900);
  expect(Line.last.sent.filter(({ type }) => type === "ping")).toHaveLength(1);
  Line.last.says({ type: "people", white: { here: true }, black: { here: true }, spectators: 0 });
  vi.advanceTimersByTime(3_000);
  expect(silent.state).toBe("online");
  vi.advanceTimersByTime(200);
  expect([silent.state, silent.offlineSince]).toEqual(["offline", Date.now() - 100]);
  expect(Line.all[0]?.isClosed).toBe(true);
  // and in little more than a second
  vi.advanceTimersByTime(1_300);
  expect(Line.all).toHaveLength(2);
  Line.last.onopen();
  Line.last.games();
  expect([silent.state, silent.offlineSince]).toEqual(["online", undefined]);
  // what the dead line brings late is nobody's
  Line.all[0]?.onclose();
  expect(silent.state).toBe("online");
  silent.close();
});

test("a line that answers lives, also one to a relay that knows no ping", () => {
  const live = room();
  for (let beat = 0; beat < 10; beat++) {
    vi.advanceTimersByTime(5_000);
    if (beat % 2 === 0) Line.last.pongs();
    else Line.last.says({ type: "error", id: null, code: "json", text: "unknown variant", game: null });
  }
  expect([live.state, live.problem, live.isTimely, Line.all.length]).toEqual(["online", undefined, true, 1]);
  live.close();
});

test("what isn't acknowledged in 3 s is sent again on a new line", () => {
  const game = room();
  game.onReady = () => game.play(CALL);
  game.play(CALL);
  vi.advanceTimersByTime(2_000);
  // the line lives, but the move isn't kept
  Line.last.says({ type: "people", white: { here: true }, black: { here: true }, spectators: 0 });
  vi.advanceTimersByTime(900);
  expect(game.state).toBe("online");
  vi.advanceTimersByTime(200);
  expect(game.state).toBe("offline");
  vi.advanceTimersByTime(1_300);
  Line.last.onopen();
  Line.last.games();
  expect(Line.last.sent.map(({ type }) => type)).toEqual(["enter", "ping", "play"]);
  game.onReady = () => {};
  Line.last.says({ type: "kept", id: Line.last.sent.at(-1)?.id, at: Date.now() });
  vi.advanceTimersByTime(3_500);
  expect(game.state).toBe("online");
  game.close();
});

test("a line that doesn't come about is given up", async () => {
  const waiting = new RelayRoom("ws://relay/play", GAME, undefined);
  vi.advanceTimersByTime(2_900);
  expect([waiting.state, waiting.hasLooked]).toEqual(["connecting", false]);
  vi.advanceTimersByTime(1_600);
  // nobody was asked, and nobody can be
  expect([waiting.state, waiting.hasLooked, waiting.hasHeard, Line.all.length]).toEqual(["offline", true, false, 2]);
  Line.last.onopen();
  Line.last.games();
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting.hasHeard).toBe(true);
  waiting.close();
});

test("the relay's clock is told by the quicker answer, half of the way there", () => {
  const game = new RelayRoom("ws://relay/play", GAME, undefined);
  const ahead = 3_600_000;
  Line.last.onopen();
  vi.advanceTimersByTime(400);
  Line.last.pongs(Date.now() - 200 + ahead);
  // the room had to be read first
  vi.advanceTimersByTime(1_600);
  const at = Date.now();
  Line.last.games(at + ahead, [at + ahead - 5_000]);
  expect(game.arrivedAt(1)).toBe(at - 5_000);
  game.close();
});

test("the relay's clock is told anew once this machine's was set, and is known to be old after a sleep", async () => {
  const game = new RelayRoom("ws://relay/play", GAME, undefined);
  Line.last.onopen();
  Line.last.pongs();
  let there = Date.now();
  Line.last.games(there, [there - 5_000]);
  const age = () => Date.now() - (game.arrivedAt(1) ?? 0);
  expect([age(), game.isTimely]).toEqual([5_000, true]);
  vi.setSystemTime(there + 3_600_000);
  expect(game.isTimely).toBe(false);
  vi.advanceTimersByTime(5_000);
  there += 5_000;
  Line.last.pongs(there);
  expect([age(), game.isTimely]).toEqual([10_000, true]);
  // the machine sleeps: time passes, and no timer runs; an answer to an earlier ping tells nothing
  vi.setSystemTime(Date.now() + 600_000);
  expect(game.isTimely).toBe(false);
  Line.last.pongs(there);
  expect([age(), game.isTimely]).toEqual([610_000, false]);
  // the next answer changes nothing else, and is told
  vi.advanceTimersByTime(5_000);
  const told = vi.fn();
  game.subscribe(told);
  Line.last.pongs(there + 605_000);
  expect([game.isTimely, told.mock.calls.length]).toEqual([true, 1]);
  game.close();
});

test("what was said over a ply is forgotten with it", () => {
  const told = room();
  const said = [{ color: "white", signed: `01${"11".repeat(64)}`, at: 3 }];
  Line.last.says({ type: "game", id: null, moves: "0c1c3424", times: [1, 2], said, now: 5, nonce: "00" });
  expect(told.said).toHaveLength(1);
  // another second ply has taken the place of Black's
  Line.last.says({ type: "played", round: 0, points: 0, plies: 2, first: 1, new: "3222", at: 9 });
  expect([toHex(told.moves), told.said]).toEqual(["0c1c3222", []]);
  told.close();
});

test("what the relay has is known on a new line once it was taken", async () => {
  const heard: (() => void)[] = [];
  const waiting = new RelayRoom("ws://relay/play", GAME, undefined);
  waiting.onGame = () => new Promise<void>((resolve) => heard.push(resolve));
  const taken = async () => {
    heard.at(-1)?.();
    await vi.advanceTimersByTimeAsync(0);
    return waiting.isCaughtUp;
  };
  Line.last.onopen();
  Line.last.games();
  expect([waiting.state, waiting.isCaughtUp, await taken()]).toEqual(["online", false, true]);
  // where one is ahead of the other, another device's next move might not be heard of
  const same = waiting.moves;
  const other = Uint8Array.of(...same, 12, 28);
  expect([same, other].map((moves) => waiting.isAt({ id: GAME, moves }))).toEqual([true, false]);
  expect(waiting.isAt({ id: { ...GAME, round: 1 }, moves: same })).toBe(false);
  Line.last.onclose();
  expect(waiting.isAt({ id: GAME, moves: same })).toBe(false);
  expect(waiting.isCaughtUp).toBe(false);
  await vi.advanceTimersByTimeAsync(2_000);
  Line.last.onopen();
  Line.last.games();
  expect([waiting.state, waiting.isCaughtUp, await taken()]).toEqual(["online", false, true]);
  waiting.close();
});

test("a relay that was late with an answer is left none in this game, also on a new line", () => {
  const late = room();
  expect(late.brings).toBe(true);
  // a line that is away says nothing about the relay
  Line.last.onclose();
  late.foundLate();
  expect(late.brings).toBe(false);
  const back = () => {
    vi.advanceTimersByTime(10_000);
    Line.last.onopen();
    Line.last.games();
  };
  back();
  expect(late.brings).toBe(true);
  late.foundLate();
  expect(late.brings).toBe(false);
  Line.last.onclose();
  back();
  expect([late.state, late.brings]).toEqual(["online", false]);
  late.close();
});

test("what is no time of a ply isn't taken for one", () => {
  const told = room();
  Line.last.says({ type: "game", id: null, moves: "0c1c3424", times: ["soon", 5], said: [], now: 0, nonce: "00" });
  expect([told.arrivedAt(1), typeof told.arrivedAt(2)]).toEqual([undefined, "number"]);
  told.close();
});
