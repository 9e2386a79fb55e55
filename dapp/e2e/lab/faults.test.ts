// The fault lab: what players see and what they can do while the gateway or the line to the relay fails, and after it.
import type { Locator, Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Color } from "../../src/chain/game";
import { signedClock } from "../../src/signedPlay/clock";
import { secondsOf, sees, transcriptOf } from "../world/signedTable";
import { stopwatch } from "../world/slowness";
import { GAME, meet, play, relayIs } from "../world/strangers";
import {
  changeSettings,
  confirmed,
  joinInTurn,
  lookAgain,
  MOVABLE,
  move,
  plies,
  seesPlies,
  World,
} from "../world/world";
import type { GatewayState } from "./GatewayFault";

const world = World.ofTests({ relay: [], lab: true });
/** The table of the earlier tests, which the next one continues. */
let running: Table | undefined;
afterEach(async ({ task }) => {
  const { gateway, line } = world.lab;
  gateway.state = "good";
  line.set("good");
  line.delay = 0;
  if (task.result?.state !== "fail" || !running) return;
  for (const page of [running.white, running.black]) await page.context().close();
  running = undefined;
});

/** So soon after a fault's end a player can move again. */
const AGAIN_MS = 5_000;
/** A heartbeat every 5 s and 3 s for its answer, and what the page takes to show it. */
const NOTICED_MS = 10_000;
/** The duration of a fault. */
const FAULT_MS = 6_000;

/** Both clocks by the relay's own times now, in seconds: asked on a separate line. */
async function relayClocks({ enter }: Table): Promise<Record<Color, number>> {
  const socket = new WebSocket(world.relay.url);
  socket.onopen = () => socket.send(enter);
  const game = await new Promise<{ times: number[]; now: number }>((resolve) => {
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data));
      if (message.type === "game") resolve(message);
    };
  });
  socket.close();
  const clock = signedClock({ base: 900, increment: 10 }, game.times);
  const turn = game.times.length % 2 === 0 ? "white" : "black";
  const left = { ...clock.left, [turn]: (clock.until ?? 0) - game.now };
  return { white: left.white / 1_000, black: left.black / 1_000 };
}

/** No clock that either page shows is further off than a second from the relay's. */
async function clocksAreRight(game: Table): Promise<void> {
  for (const page of [game.white, game.black]) {
    for (const color of ["white", "black"] as const) {
      // what it shows lies between what the relay says before and after; a slow answer tells nothing
      const offBy = async () => {
        const before = (await relayClocks(game))[color];
        // a second that has begun is shown whole, and is drawn once a second
        const shown = (await secondsOf(page, color)) - 0.5;
        const after = (await relayClocks(game))[color];
        return Math.max(shown - before, after - shown);
      };
      await expect.poll(offBy, { message: color }).toBeLessThan(1.5);
    }
  }
}

interface Table {
  white: Page;
  black: Page;
  id: number;
  /** The number of plies played. */
  plies: number;
  /** The message with which a client enters the game's room. */
  enter: string;
}

/** Plays the game's next moves, each seen by both. */
async function playOn(game: Table, count: number): Promise<void> {
  await play(game.white, game.black, GAME.slice(game.plies, game.plies + count), game.plies);
  game.plies += count;
}

/** The player on move plays the game's next move; nobody waits until the other sees it. */
async function moveOn(game: Table): Promise<void> {
  await move(game.plies % 2 === 0 ? game.white : game.black, GAME[game.plies] ?? "");
  game.plies++;
}

async function begin(): Promise<Table> {
  const game = { ...(await meet(world, "alice", "bob", "15+10")), plies: 0, enter: "" };
  world.keep(game.white, game.black);
  await playOn(game, 2);
  const { contract, gameId, whiteKey, blackKey } = JSON.parse(await transcriptOf(game.white.getByTestId("signed")));
  game.enter = JSON.stringify({ type: "enter", contract, game: gameId, white: whiteKey, black: blackKey });
  return game;
}

/** Two strangers in a game where both have moved, White on move: begun once for all tests that go well. */
async function table(): Promise<Table> {
  running ??= await begin();
  if (running.plies % 2 === 1) await playOn(running, 1);
  for (const page of [running.white, running.black]) await relayIs(page, "online");
  return running;
}

/** The window of White, on move in a game by wallet without a relay. */
async function walletGame(): Promise<Page> {
  const alone = world.kept({ "chess.relay": "off" });
  const [white, black] = await Promise.all([world.player("carol", alone), world.player("frank", alone)]);
  await joinInTurn(white, black);
  await white.locator(MOVABLE).waitFor();
  return white;
}

/** Looks at a page again and again until it shows something: a look makes it ask, but not while it is asking. */
const seesOnALook = (page: Page, shown: Locator): Promise<void> =>
  expect
    .poll(async () => (await lookAgain(page)) && (await shown.isVisible()), { timeout: 45_000, interval: 1_000 })
    .toBe(true);

const WORDS: Record<Exclude<GatewayState, "good">, string | undefined> = {
  busy: "chain is busy",
  broken: undefined,
  hanging: "doesn't answer",
  away: "doesn't answer",
  old: undefined,
};

// a board that continues by the relay asks nothing of the gateway
test("while the gateway fails moves by signature go on, and a game by wallet waits until soon after", async () => {
  const [game, waiting] = await Promise.all([table(), walletGame()]);
  const { white, black } = game;
  const { gateway } = world.lab;
  const goesOn = async (state: keyof typeof WORDS) => {
    await lookAgain(black);
    const words = WORDS[state];
    if (words) await seesOnALook(white, white.getByTestId("connection").getByText(words));
    else if (state === "broken") await seesOnALook(white, white.getByTestId("stale").getByText("not synced"));
    else await lookAgain(white);
    if (state !== "old") await white.getByTestId("standing").getByText("You can play on").waitFor();
    const sinceFirst = stopwatch();
    await playOn(game, 2);
    expect(sinceFirst(), `two moves while it is ${state}`).toBeLessThan(AGAIN_MS);
  };
  const waits = async (state: keyof typeof WORDS) => {
    await lookAgain(waiting);
    await waiting.getByTestId("standing").getByText("No moves until the chain is back").waitFor();
    expect(await waiting.locator(MOVABLE).count(), state).toBe(0);
    // pauses between questions grow in the meantime
    await waiting.waitForTimeout(FAULT_MS);
  };
  for (const state of Object.keys(WORDS) as (keyof typeof WORDS)[]) {
    gateway.state = state;
    // old answers are answers
    await Promise.all([goesOn(state), state !== "old" && waits(state)]);
    gateway.state = "good";
    const sinceEnd = stopwatch();
    await Promise.all([white.getByTestId("stale").waitFor({ state: "detached" }), waiting.locator(MOVABLE).waitFor()]);
    await expect.poll(() => white.getByTestId("connection").textContent()).toBe("");
    expect(sinceEnd(), `after it was ${state}`).toBeLessThan(AGAIN_MS);
  }
});

describe("while the line to the relay", () => {
  test("is silent, both are told so and nobody is shown to lose time; then the move gets through", async () => {
    const game = await table();
    const { white, black } = game;
    const { line } = world.lab;
    await playOn(game, 1);
    line.set("silent");
    const sinceSilence = stopwatch();
    for (const page of [white, black]) await relayIs(page, "offline");
    expect(sinceSilence()).toBeLessThan(NOTICED_MS);
    await sees(white, "Reconnecting");
    await white.locator('[data-color="black"] [data-testid="clock"][data-unknown="true"]').waitFor();
    const frozen = await secondsOf(white, "black");
    // who is on move moves, and the line has nothing to do with it
    const before = game.plies;
    await moveOn(game);
    await sees(black, "Reconnecting");
    await white.waitForTimeout(4_000);
    expect(await secondsOf(white, "black")).toBe(frozen);
    expect(await plies(white)).toBe(before);
    // nothing on the chain is offered for it
    expect(await white.getByRole("button", { name: /chain …/ }).count()).toBe(0);
    line.set("good");
    const sinceEnd = stopwatch();
    await seesPlies(white, game.plies);
    expect(sinceEnd()).toBeLessThan(AGAIN_MS);
    await clocksAreRight(game);
    await playOn(game, 1);
  });

  test("swallows an acknowledgement, the move is sent again on a new line", async () => {
    const game = await table();
    const { white, black } = game;
    const { line } = world.lab;
    line.set("silent");
    const newLine = white.waitForEvent("websocket");
    // before any heartbeat could tell
    await moveOn(game);
    line.set("good");
    const sinceMove = stopwatch();
    await newLine;
    expect(sinceMove(), "3 s for the acknowledgement, and a new line").toBeLessThan(AGAIN_MS);
    await seesPlies(black, game.plies);
    for (const page of [white, black]) await relayIs(page, "online");
    await clocksAreRight(game);
  });

  test("is cut, a move is kept and goes out with the new line", async () => {
    const game = await table();
    const { white, black } = game;
    const { line } = world.lab;
    line.set("cut");
    for (const page of [white, black]) await relayIs(page, "offline");
    await moveOn(game);
    await sees(white, "Your opponent's moves aren't known until the line is back.");
    await white.waitForTimeout(3_000);
    line.set("good");
    const sinceEnd = stopwatch();
    await seesPlies(black, game.plies);
    expect(sinceEnd()).toBeLessThan(AGAIN_MS);
    await clocksAreRight(game);
    await playOn(game, 1);
  });

  test("is cut before both have moved, who can't abort can resign", async () => {
    const { white, black } = await meet(world, "grace", "heidi");
    const { line } = world.lab;
    const abort = white.getByRole("button", { name: "Abort" });
    await abort.waitFor();
    line.set("cut");
    await confirmed(white, "Resign");
    expect(await abort.count()).toBe(0);
    await sees(white, "You lost by resignation");
    line.set("good");
    const sinceEnd = stopwatch();
    await sees(black, "You won by resignation");
    expect(sinceEnd()).toBeLessThan(AGAIN_MS);
  });

  test("is slow, clocks are the relay's all the same after a new line", async () => {
    const game = await table();
    const { white, black } = game;
    const { line } = world.lab;
    line.delay = 700;
    line.set("cut");
    for (const page of [white, black]) await relayIs(page, "offline");
    line.set("good");
    for (const page of [white, black]) await relayIs(page, "online");
    await clocksAreRight(game);
    await playOn(game, 1);
  });
});

test("two tabs of one game follow each other, and either may play", async () => {
  const game = await table();
  const { white, black, id } = game;
  const tab = await world.beside(white, "alice");
  await tab.goto(`${world.url}#/game/${id}`);
  await seesPlies(tab, game.plies);
  // White's second move is the tab's
  for (const mover of [white, black, tab, black, white]) {
    await move(mover, GAME[game.plies] ?? "");
    game.plies++;
    for (const page of [white, tab, black]) await seesPlies(page, game.plies);
  }
  for (const page of [white, tab]) {
    expect(await page.getByRole("button", { name: /on the chain|to the chain/ }).count()).toBe(0);
  }
  await tab.close();
});

describe("a page that is opened", () => {
  test.each(["busy", "hanging", "broken", "away"] as const)(
    "while the gateway is %s says so, and goes on",
    async (state) => {
      const { gateway } = world.lab;
      gateway.state = state;
      const { page } = await world.visitor();
      const words = { busy: "busy", hanging: "doesn't answer yet", broken: "not synced", away: "reached" }[state];
      await sees(page, words);
      gateway.state = "good";
      await page.getByTestId("join").waitFor();
    },
  );

  test.each(["broken", "hanging"] as const)(
    "in a game by signature needs no gateway after its first visit, while that is %s",
    async (state) => {
      const game = await table();
      const { white } = game;
      const { gateway } = world.lab;
      gateway.state = state;
      const sinceReload = stopwatch();
      await white.reload();
      await white.locator(MOVABLE).waitFor();
      await relayIs(white, "online");
      expect(sinceReload()).toBeLessThan(AGAIN_MS);
      await playOn(game, 1);
    },
  );

  test("inside another page also waits for the gateway", async () => {
    const { id } = await table();
    const { gateway } = world.lab;
    const { page } = await world.visitor();
    gateway.state = "broken";
    await page.goto(`${world.url}embed.html#/game/${id}`);
    await sees(page, "not synced");
    gateway.state = "good";
    await page.getByTestId("embedded").waitFor();
  });

  test("says so of what is asked once, too, and asks again", async () => {
    const { gateway } = world.lab;
    const { page } = await world.visitor();
    await page.getByTestId("join").waitFor();
    gateway.state = "away";
    await page.getByRole("link", { name: "Players", exact: true }).click();
    await page.getByText("Loading the players").waitFor();
    await page.getByTestId("connection").getByText("doesn't answer").waitFor();
    gateway.state = "good";
    const sinceEnd = stopwatch();
    await page.getByTestId("leaderboard").waitFor();
    expect(sinceEnd()).toBeLessThan(AGAIN_MS);
    await expect.poll(() => page.getByTestId("connection").textContent()).toBe("");
  });

  test("on another network than its settings name says what to do", async () => {
    const { page } = await world.visitor({}, (page) => changeSettings(page, { chainId: "T" }));
    await page.getByRole("heading", { name: "This page can't start" }).waitFor();
    await page.getByRole("alert").getByText('names the chain "T"').waitFor();
    await sees(page, "nothing is lost");
  });
});
