// Two strangers in two browsers play by signature through the relay, which comes and goes; a cheat gets nothing.
import { parsePgn } from "chessops/pgn";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { cheatOf } from "../world/cheat";
import { look } from "../world/looks";
import { chainKnows, clock, press, sees, settle, stopTime, waitsForAnswers } from "../world/signedTable";
import { slowness } from "../world/slowness";
import { GAME, meet, play as playInTurns, relayIs, runsOutAt } from "../world/strangers";
import { TimedPage } from "../world/TimedPage";
import {
  bring,
  clickMove,
  clickSquare,
  confirmed,
  held,
  laidOut,
  lookAgain,
  MOVABLE,
  move,
  playMove,
  seesPlies,
  World,
} from "../world/world";

const world = World.ofTests({ relay: [] });

interface Measured {
  /** When the number of plies changed, by the machine's clock. */
  plies: number[];
  /** Frames from the pointer's second click to the piece on its square. */
  frames: number[];
  shift: number;
  /** The parts of the page that have moved. */
  shifted: string[];
}

/** The browser's report of a layout shift. */
interface Shift {
  value: number;
  sources: { node: Node | null }[];
}

/** Measures from now on when moves come, how soon an own one is drawn, and what moves on the page besides. */
async function measure(page: Page): Promise<void> {
  await page.evaluate(() => {
    const measured: Measured = { plies: [], frames: [], shift: 0, shifted: [] };
    Object.assign(window, { measured });
    const game = document.querySelector('[data-testid="game"]') as HTMLElement;
    new MutationObserver(() => {
      measured.plies[Number(game.dataset.plies)] ??= performance.timeOrigin + performance.now();
    }).observe(game, { attributeFilter: ["data-plies"] });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as (PerformanceEntry & Shift)[]) {
        measured.shift += value;
        for (const { node } of sources) measured.shifted.push(node?.textContent || String(node?.nodeName));
      }
    }).observe({ type: "layout-shift" });
    const squares = () =>
      [...document.querySelectorAll("cg-board piece:not(.ghost)")]
        .map((piece) => (piece as unknown as { cgKey: string }).cgKey)
        .join();
    // after the board's own listener: where the board is drawn in the next frame, it is before this looks
    let click = 0;
    addEventListener("mousedown", () => {
      const own = ++click;
      const before = squares();
      let frames = 0;
      const look = () => {
        if (own !== click) return;
        if (squares() !== before) measured.frames.push(frames);
        else if (++frames < 30) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  });
}

const measuredOn = (page: Page): Promise<Measured> =>
  page.evaluate(() => (window as unknown as { measured: Measured }).measured);

const quantile = (values: number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * values.length)] ?? Number.NaN;
const median = (values: number[]): number => quantile(values, 0.5);

/** The number of plies in a row that are measured together. */
const CALM = 15;

/**
 * How soon others' boards show a move, in milliseconds: on an idle machine, by make lighthouse; and beside the other
 * tests of make test for each program that waits for a processor: five or six share two of them with this one, or more.
 */
const shownWithin = () => {
  if (process.env.LIGHTHOUSE) return { opponent: 60, in95Of100: 100, spectator: 150 };
  const waiting = Math.max(3, slowness());
  return { opponent: 100 * waiting, in95Of100: Number.POSITIVE_INFINITY, spectator: 150 * waiting };
};

/** Plays plies of the game in turns: each is seen by the other before the next one. */
async function play(white: Page, black: Page, first: number, last: number): Promise<void> {
  for (let ply = first; ply <= last; ply++) {
    const [mover, other] = ply % 2 === 1 ? [white, black] : [black, white];
    await playMove(mover, GAME[ply - 1] ?? "");
    await Promise.all([seesPlies(mover, ply), seesPlies(other, ply)]);
  }
}

test("two strangers play by signature through a relay that comes and goes", async () => {
  const { white, black, id } = await meet(world, "alice", "bob");
  const { page: watcher } = await world.visitor();
  await watcher.goto(`${world.url}#/game/${id}`);
  await relayIs(watcher, "online");
  const before = await Promise.all(
    ["alice", "bob"].map((name) => world.chain.balance(world.chain.player(name).address)),
  );

  for (const page of [white, black, watcher]) await measure(page);
  await play(white, black, 1, 2);
  // while moves come by the relay the gateway is asked nothing because of them: one question for each would be 22
  const asked: string[] = [];
  // a page that has lost its line asks more
  let mayAsk = 10;
  for (const page of [white, black]) {
    page.on("websocket", () => {
      mayAsk = 22;
    });
    page.on("request", (request) => {
      if (new URL(request.url()).origin === world.chain.url) asked.push(request.postData() ?? request.url());
    });
  }
  await play(white, black, 3, 24);
  expect(asked.length, asked.join("\n")).toBeLessThan(mayAsk);
  const [onWhite, onBlack] = await Promise.all([white, black].map(measuredOn));
  const frames = [...(onWhite?.frames ?? []), ...(onBlack?.frames ?? [])];
  expect(median(frames), "frames from the pointer to the own piece, after the next one").toBe(0);
  for (const measured of [onWhite, onBlack]) expect(measured?.shift, "layout shift").toBe(0);
  // who looks on sees what both have signed, and the chain knows nothing of it
  await seesPlies(watcher, 24);
  const watched = (await measuredOn(watcher)).plies.flatMap((at, ply) => {
    const made = Math.min(...[onWhite, onBlack].map((measured) => measured?.plies[ply] ?? Number.NaN));
    return at && made ? [at - made] : [];
  });
  console.info(`spectator's board: median ${median(watched).toFixed(0)} ms of ${watched.length} moves`);
  expect(median(watched), "a spectator's board").toBeLessThanOrEqual(shownWithin().spectator);
  expect(await world.chain.fen(id)).toContain("RNBQKBNR w KQkq - 0 1");
  // so does its analysis, where who doesn't play may ask the engine
  await watcher.getByRole("link", { name: "Analysis" }).click();
  await watcher.getByTestId("moves").getByText("Rh7").waitFor();
  await watcher.getByRole("button", { name: "Ask Stockfish" }).waitFor();
  await watcher.getByRole("link", { name: "To the game" }).click();

  // one goes away and comes back
  await black.goto("about:blank");
  await white.getByTestId("presence").getByText("just left").waitFor();
  await move(white, GAME[24] ?? "");
  await black.goto(`${world.url}#/game/${id}`);
  await seesPlies(black, 25);
  await white.getByTestId("presence").getByText("here", { exact: true }).waitFor();
  await measure(black);
  await play(white, black, 26, 38);

  // the relay is killed: a move is kept here until it is back
  await world.relay.kill();
  for (const page of [white, black]) await relayIs(page, "offline");
  await sees(white, "Reconnecting: your move is saved here");
  await clickMove(white, "h3f4");
  await seesPlies(white, 39);
  // who waits isn't offered what a moment may make needless, and isn't told that the other one loses time
  await sees(white, "Reconnecting");
  await white.locator('[data-color="black"] [data-testid="clock"][data-unknown="true"]').waitFor();
  expect(await white.getByRole("button", { name: /on the chain|to the chain/ }).count()).toBe(0);
  await expect.poll(() => black.getByTestId("game").getAttribute("data-plies")).toBe("38");
  await world.relay.resume();
  await seesPlies(black, 39);
  for (const page of [white, black]) await relayIs(page, "online");
  await play(white, black, 40, GAME.length - 1);
  // after two seconds without an acknowledgement White's page would bring the mate
  const goOn = await stopTime(white);
  await play(white, black, GAME.length, GAME.length);

  const sides = await Promise.all([white, black].map(measuredOn));
  const ofBlack = [...(onBlack?.plies ?? []).slice(0, 25), ...(sides[1]?.plies ?? []).slice(25)];
  const delays = GAME.map((_, index) => index + 1)
    // nobody else was there, and then no relay
    .filter((ply) => ply !== 25 && ply !== 39)
    .map((ply) => Math.abs((sides[0]?.plies[ply] ?? 0) - (ofBlack[ply] ?? 0)));
  console.info(`opponent's board: median ${median(delays).toFixed(0)} ms, most ${Math.max(...delays).toFixed(0)} ms`);
  // other tests run beside this one: the page's own time shows where they leave it the machine
  const calmest = Math.min(...delays.slice(CALM - 1).map((_, from) => median(delays.slice(from, from + CALM))));
  expect(calmest, "median of the calmest plies in a row").toBeLessThanOrEqual(shownWithin().opponent);
  expect(quantile(delays, 0.95), "in 95 of 100").toBeLessThanOrEqual(shownWithin().in95Of100);

  await sees(white, "You won by checkmate");
  await sees(black, "You lost by checkmate");
  // the mated page has acknowledged it unasked; who looks on sees the end, and that it isn't settled
  for (const page of [white, watcher]) await sees(page, "Signed by both: the chain pays");
  await goOn();
  await watcher.getByTestId("end").getByText("White won by checkmate").waitFor();
  await watcher.getByTestId("end").getByText("Not paid yet.").waitFor();
  // White's page was never reloaded: opponent and relay left and came back, the mate shows, and nothing has moved
  expect((await measuredOn(white)).shifted, "what has moved until the mate").toEqual([]);
  // a relay without a wallet leaves it to the players, and says so
  await settle(white, "Settle on the chain: 0.04 EGLD");
  await white.getByTestId("end").getByText("+0.02 EGLD").waitFor();
  await black.getByTestId("end").getByText("−0.02 EGLD").waitFor();
  const pot = 40_000_000_000_000_000n;
  // the winner gets the pot less one call's fee, from another shard; the loser's page sent nothing
  const won = async () => (await world.chain.balance(world.chain.player("alice").address)) - (before[0] ?? 0n);
  await expect.poll(won).toBeGreaterThan(pot - 3_000_000_000_000_000n);
  expect(await world.chain.balance(world.chain.player("bob").address)).toBe(before[1]);

  // the record has the clocks, for who played and by the relay for who looked on, and by what call it was settled
  const records = await Promise.all([white, watcher].map((page) => record(page, id)));
  for (const text of records) {
    const [game] = parsePgn(text);
    const comments = [...(game?.moves.mainline() ?? [])].map(({ comments }) => comments?.[0] ?? "none");
    expect(comments.filter((comment) => /^\[%clk 0:0\d:\d\d\]$/.test(comment))).toHaveLength(GAME.length);
    expect(game?.headers.get("TimeControl")).toBe("180+2");
    expect(game?.headers.get("Date")).toMatch(/^20\d\d\.\d\d\.\d\d$/);
  }
  const hash = /\[Transaction "([0-9a-f]{64})"\]/.exec(records[0] ?? "")?.[1] ?? "";
  expect(await world.chain.functionOf(hash)).toBe("play");
  expect(records[1]).toContain(`[Transaction "${hash}"]`);
}, 300_000);

/** The PGN of a game whose times and last call the page has got. */
async function record(page: Page, id: number): Promise<string> {
  await page.goto(`${world.url}#/replay/${id}`);
  const text = page.getByRole("textbox", { name: "PGN" });
  await expect.poll(() => text.inputValue()).toMatch(/\[Transaction ".*\[%clk/s);
  return text.inputValue();
}

test("a cheat who brings an old state gets nothing: the honest one is paid", async () => {
  const { white: cheat, black, id } = await meet(world, "carol", "frank");
  await playInTurns(cheat, black, ["f2f3", "e7e5", "g2g4"]);
  // the game before the mate, and an ask for Black's move
  const bring = await cheatOf(world, cheat, id);
  // the cheat's page is gone before it could acknowledge the mate
  await cheat.context().close();
  // Black's page brings the mate by itself; here the cheat is first
  const slow = held();
  await waitsForAnswers(black);
  await black.route("**/transaction/cost", async (route) => {
    await slow.until;
    await route.continue();
  });
  await clickMove(black, "d8h4");
  await sees(black, "You won by checkmate");
  await sees(black, "Not acknowledged by both yet");

  await bring("carol", "ask");
  await black.locator('[data-awaits="answer"]').waitFor();
  slow.release();
  await black.locator('[data-awaits="longerGame"]').waitFor();
  await world.chain.skipEpochs(1);
  await lookAgain(black);
  await press(black, "Settle the game");
  await black.getByTestId("end").getByText("+0.02 EGLD").waitFor();
});

/** Loads a page anew behind what answers these messages with an error, each as long as it is in the record. */
async function refuse(page: Page, errors: Record<string, string>): Promise<void> {
  await page.routeWebSocket(world.relay.url, (socket) => {
    const relay = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, id = null } = JSON.parse(String(text));
      const code = errors[type];
      if (code) socket.send(JSON.stringify({ type: "error", id, code, text: "not now", game: null }));
      else relay.send(text);
    });
  });
  await page.reload();
}

/** From its next line on a page hears what the relay says as `change` makes it. */
const retell = (page: Page, change: (message: Record<string, unknown>) => object | Promise<object>) =>
  page.routeWebSocket(world.relay.url, (socket) => {
    socket.connectToServer().onMessage(async (text) => {
      socket.send(JSON.stringify(await change(JSON.parse(String(text)))));
    });
  });

/** Windows whose card is as narrow as it gets, and wide ones. */
const MARK_SIZES = [
  { width: 1280, height: 1024 },
  { width: 1280, height: 860 },
  { width: 1920, height: 1080 },
];

/** How many lines the mark has, and whether it stays within its card. */
const markFits = (page: Page) =>
  page.getByTestId("mark").evaluate((mark) => {
    const { height = 0 } = mark.querySelector("[data-testid=relay]")?.getBoundingClientRect() ?? {};
    const line = Number.parseFloat(getComputedStyle(mark).lineHeight);
    return { lines: Math.round(height / line), isWhole: mark.scrollWidth <= mark.clientWidth };
  });

test("who joins the queue names a key: the game is played by signature, through a relay that refuses at first", async () => {
  const [white, black] = await Promise.all([world.player("grace"), world.player("heidi")]);
  const errors: Record<string, string> = { enter: "hasty" };
  await refuse(white, errors);
  // what one should know is said before the first stake: who turns back has paid nothing, who continues is told once
  await white.evaluate(() => localStorage.removeItem("chess.signedPlayRead"));
  await white.getByTestId("join").scrollIntoViewIfNeeded();
  const place = await white.getByTestId("join").boundingBox();
  const notice = white.getByRole("dialog", { name: "Before you play by signature" });
  await white.getByTestId("join").click();
  await notice.waitFor();
  expect(await white.getByTestId("join").boundingBox()).toEqual(place);
  const window = white.viewportSize();
  await look(white);
  if (window) await white.setViewportSize(window);
  await notice.getByRole("button", { name: "Close" }).click();
  await notice.waitFor({ state: "detached" });
  expect(await white.getByTestId("transaction").count()).toBe(0);
  await white.getByTestId("join").click();
  await notice.getByRole("button", { name: "Go on" }).click();
  await sees(white, "You are waiting for an opponent.");
  await press(white, "Leave the queue");
  await white.getByTestId("join").click();
  await sees(white, "You are waiting for an opponent.");
  expect(await notice.count()).toBe(0);
  await sees(black, "is waiting: you would play Black.");
  await black.getByTestId("join").click();
  for (const page of [white, black]) await page.getByTestId("signed").waitFor();
  await relayIs(white, "offline");
  await sees(white, "This page changes games too fast for the relay.");
  delete errors.enter;
  await relayIs(white, "online");
  errors.play = "store";
  await white.locator(MOVABLE).waitFor();
  for (const square of ["c2", "c3"]) await clickSquare(white, square);
  await sees(white, "The relay couldn't keep the move.");
  await expect.poll(() => black.getByTestId("game").getAttribute("data-plies")).toBe("0");
  delete errors.play;
  await seesPlies(black, 1);
  await play(white, black, 2, 2);
  for (const language of ["de", "ar", "en"]) {
    await white.evaluate((language) => localStorage.setItem("chess.language", language), language);
    await white.reload();
    await relayIs(white, "online");
    for (const size of MARK_SIZES) {
      await white.setViewportSize(size);
      await laidOut(white);
      expect(await markFits(white), `${language} at ${size.width}×${size.height}`).toEqual({ lines: 1, isWhole: true });
    }
  }
  await look(white, "relay");
  await confirmed(black, "Resign");
  await settle(white, "Settle on the chain: 0.1 EGLD");
  await white.getByTestId("end").getByText("+0.05 EGLD").waitFor();
});

test("who runs out of time resigns by their own page; an older relay is waited for, but not for ever", async () => {
  const { white, black } = await meet(world, "grace", "heidi");
  await play(white, black, 1, 2);
  await white.clock.install();
  // it doesn't say whether it settles, and its clock goes with the page's
  let moved = 0;
  await retell(white, ({ settles: _, ...message }) =>
    message.type === "pong" ? { ...message, now: Number(message.now) + moved } : message,
  );
  const passes = (ms: number) => {
    moved += ms;
    return white.clock.fastForward(ms);
  };
  await white.reload();
  // the wallet comes back after the page does
  await white.getByTestId("signed").waitFor();
  await relayIs(white, "online");
  // half a minute before the end of the time, however long all this took, and half a minute after it
  const left = (await runsOutAt(white, "white")) - (await white.evaluate(() => Date.now()));
  await passes(left - 30_000);
  await sees(white, "Your turn");
  await passes(60_000);
  await sees(white, "You lost on time");
  // the relay is waited for for twenty seconds
  const goOn = await stopTime(white);
  expect(await clock(white, "white").innerText()).toBe("0:00.0");
  // for the opponent's page, whose clock wasn't moved on, it is a resignation
  await sees(black, "You won by resignation");
  const settles = white.getByText("The relay settles this game.");
  await settles.first().waitFor();
  await expect.poll(() => settles.count()).toBe(1);
  expect(await white.getByRole("button", { name: /^Settle/ }).count()).toBe(0);
  await goOn();
  await white.clock.fastForward("00:31");
  await settle(white, "Settle on the chain");
  await black.getByTestId("end").getByText("+0.02 EGLD").waitFor();
});

/** Sees a page on its player's turn that waits for the relay's word, and lets nothing be moved meanwhile. */
async function isAsking(page: Page): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    // resigning is possible as soon as the chain has said that it isn't paused: so would a move be
    const seen = await page.waitForFunction((movable) => {
      const has = (selector: string) => document.querySelector(selector) !== null;
      if (!has('button[title="Resign"]:not(:disabled)')) return undefined;
      return { isAsking: has('[data-testid="relay"][data-state="connecting"]'), isMovable: has(movable) };
    }, MOVABLE);
    await sees(page, "Your turn");
    const found = await seen.jsonValue();
    // on a slow machine the relay is given up before the chain has answered
    if (found?.isAsking || attempt === 3) return expect(found).toEqual({ isAsking: true, isMovable: false });
    await page.reload();
  }
}

test("a relay's made-up times make nobody resign; without the key nothing moves where the chain is behind", async () => {
  const { white, black, id } = await meet(world, "grace", "heidi");
  await play(white, black, 1, 2);
  const slow = held();
  await retell(white, async ({ times, ...message }) => {
    await slow.until;
    // as if every move had come a day ago
    return { ...message, ...(Array.isArray(times) && { times: times.map((time) => time - 86_400_000) }) };
  });
  await white.reload();
  // another browser may have signed more: the relay is asked before anything is signed
  await isAsking(white);
  slow.release();
  await relayIs(white, "online");
  await white.locator('[role="timer"]').getByText(/^0:00/).waitFor();
  // who had resigned could not move
  await play(white, black, 3, 4);

  const elsewhere = await world.player("grace");
  const late = held();
  await retell(elsewhere, async (message) => {
    await late.until;
    return message;
  });
  await elsewhere.goto(`${world.url}#/game/${id}`);
  // nor is a move made on the chain's board before it is known whether the relay's is another one
  await elsewhere.getByRole("region", { name: "Key of this game" }).waitFor();
  await isAsking(elsewhere);
  late.release();
  await seesPlies(elsewhere, 4);
  const key = elsewhere.getByRole("region", { name: "Key of this game" });
  await key.getByText("More moves are signed than the chain has, so you can't move here").waitFor();
  await expect.poll(() => elsewhere.getByTestId("board").getAttribute("data-movable")).toBe("false");
  // what the opponent brings to the chain is known without a press of a button
  await key.page().getByTestId("standing").getByText("Your key is elsewhere").waitFor();
  await bring(black);
  await key.getByText("You can move by your wallet").waitFor();
  await elsewhere.locator(MOVABLE).waitFor();
  await chainKnows(white, 4);
  await play(white, black, 5, 6);
});

test("at rest, a page in a game asks the gateway nothing: the relay tells", async () => {
  const { white, black, id } = await world.game("alice", "bob");
  const { page: watcher } = await world.visitor();
  await watcher.goto(`${world.url}#/game/${id}`);
  const pages = [white, black, watcher];
  for (const page of pages) await relayIs(page, "online");
  const counts = await Promise.all(pages.map(async (page) => (await TimedPage.of(page, "relay")).minuteAtRest(0)));
  expect(counts).toEqual([0, 0, 0]);
  // what happens on the chain is told all the same
  await world.chain.play(id, ["alice", "bob"], ["e4"]);
  for (const page of [white, black]) await seesPlies(page, 1);
  await world.chain.call(world.chain.player("bob"), "resign", [id]);
  for (const page of pages) await page.locator('[data-state="whiteWon"]').waitFor();
});
