// The fault lab: what players see and what they can do while the gateway or the line to the relay fails, and after it.
import type { Locator, Page } from "playwright-core";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { Color } from "../../src/chain/game";
import { signedClock } from "../../src/signedPlay/clock";
import { sees, transcriptOf } from "../world/signedTable";
import { stopwatch } from "../world/slowness";
import { meet, play, relayIs } from "../world/strangers";
import { confirmed, connect, lookAgain, MOVABLE, move, plies, seesPlies, World, windowBeside } from "../world/world";
import type { GatewayState } from "./GatewayFault";

const world = World.ofTests({ relay: [], lab: true });
afterEach(() => {
  const { gateway, line } = world.lab;
  gateway.state = "good";
  line.set("good");
  line.delay = 0;
});

/** So soon after a fault's end a player can move again. */
const AGAIN_MS = 5_000;
/** A heartbeat every 5 s and 3 s for its answer, and what the page takes to show it. */
const NOTICED_MS = 10_000;
/** So long a fault lasts. */
const FAULT_MS = 6_000;

/** The clock of a color as a page shows it, in seconds. */
async function shownClock(page: Page, color: string): Promise<number> {
  const text = await page.locator(`[data-testid="player"][data-color="${color}"]`).getByTestId("clock").innerText();
  return text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
}

/** What both clocks show by the relay's own times now, in seconds: asked on a line of one's own. */
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
  const clock = signedClock({ base: 180, increment: 2 }, game.times);
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
        const shown = (await shownClock(page, color)) - 0.5;
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
  /** What a client says to enter the game's room. */
  enter: string;
}

/** Two strangers at a game with two plies. */
async function table(): Promise<Table> {
  const game = await meet(world, "alice", "bob");
  await play(game.white, game.black, ["e2e4", "e7e5"]);
  const { contract, gameId, whiteKey, blackKey } = JSON.parse(await transcriptOf(game.white.getByTestId("signed")));
  const enter = JSON.stringify({ type: "enter", contract, game: gameId, white: whiteKey, black: blackKey });
  return { ...game, enter };
}

/** What a page shows once it is looked at again, and asks: again and again, as a page that is asking asks no more. */
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

/** Moves that can be made in any of the faults, in turn. */
const SHUFFLE = ["g1f3", "b8c6", "f3g1", "c6b8"];

describe("while the gateway fails", () => {
  // a board that continues by the relay asks nothing of the gateway
  test("moves by signature go on", async () => {
    const { white, black } = await table();
    const { gateway } = world.lab;
    let ply = 2;
    const goesOn = async () => {
      const [mover, other] = ply % 2 === 0 ? [white, black] : [black, white];
      await move(mover, SHUFFLE[(ply - 2) % 4] ?? "");
      ply++;
      await seesPlies(other, ply);
    };
    for (const state of Object.keys(WORDS) as (keyof typeof WORDS)[]) {
      gateway.state = state;
      await lookAgain(black);
      const words = WORDS[state];
      if (words) await seesOnALook(white, white.getByTestId("connection").getByText(words));
      else if (state === "broken") await seesOnALook(white, white.getByTestId("stale").getByText("not synced"));
      else await lookAgain(white);
      if (state !== "old") await white.getByTestId("standing").getByText("You can play on").waitFor();
      const sinceFirst = stopwatch();
      await goesOn();
      await goesOn();
      expect(sinceFirst(), `two moves while it is ${state}`).toBeLessThan(AGAIN_MS);
      gateway.state = "good";
      const sinceEnd = stopwatch();
      await white.getByTestId("stale").waitFor({ state: "detached" });
      await expect.poll(() => white.getByTestId("connection").textContent()).toBe("");
      expect(sinceEnd(), `after it was ${state}`).toBeLessThan(AGAIN_MS);
    }
  });

  test("a game by wallet waits, and goes on within 5 s of its end", async () => {
    const { gateway } = world.lab;
    const [white, black] = await Promise.all([world.player("carol"), world.player("frank")]);
    await white.evaluate(() => localStorage.setItem("chess.relay", "off"));
    await black.evaluate(() => localStorage.setItem("chess.relay", "off"));
    for (const page of [white, black]) await page.reload();
    await white.getByTestId("join").click();
    await white.getByTestId("queue").getByText("You are waiting").waitFor();
    await black.getByTestId("queue").getByText("you would play Black").waitFor();
    await black.getByTestId("join").click();
    await white.locator(MOVABLE).waitFor();
    for (const state of ["busy", "broken", "hanging", "away"] as const) {
      gateway.state = state;
      await lookAgain(white);
      await white.getByTestId("standing").getByText("No moves until the chain is back").waitFor();
      expect(await white.locator(MOVABLE).count(), state).toBe(0);
      // pauses between questions grow in the meantime
      await white.waitForTimeout(FAULT_MS);
      gateway.state = "good";
      const sinceEnd = stopwatch();
      await white.locator(MOVABLE).waitFor();
      expect(sinceEnd(), `after it was ${state}`).toBeLessThan(AGAIN_MS);
    }
  });
});

describe("while the line to the relay", () => {
  test("is silent, both are told so and nobody is shown to lose time; then the move gets through", async () => {
    const game = await table();
    const { white, black } = game;
    const { line } = world.lab;
    await play(white, black, ["g1f3"], 2);
    line.set("silent");
    const sinceSilence = stopwatch();
    for (const page of [white, black]) await relayIs(page, "offline");
    expect(sinceSilence()).toBeLessThan(NOTICED_MS);
    await sees(white, "Reconnecting");
    await white.locator('[data-color="black"] [data-testid="clock"][data-unknown="true"]').waitFor();
    const frozen = await shownClock(white, "black");
    // who is on move moves, and the line has nothing to do with it
    await move(black, "b8c6");
    await sees(black, "Reconnecting");
    await white.waitForTimeout(4_000);
    expect(await shownClock(white, "black")).toBe(frozen);
    expect(await plies(white)).toBe(3);
    // nothing on the chain is offered for it
    expect(await white.getByRole("button", { name: /chain …/ }).count()).toBe(0);
    line.set("good");
    const sinceEnd = stopwatch();
    await white.locator('[data-testid="game"][data-plies="4"]').waitFor();
    expect(sinceEnd()).toBeLessThan(AGAIN_MS);
    await clocksAreRight(game);
    await play(white, black, ["f1b5"], 4);
  });

  test("swallows an acknowledgement, the move is sent again on a new line", async () => {
    const game = await table();
    const { white, black } = game;
    const { line } = world.lab;
    line.set("silent");
    const newLine = white.waitForEvent("websocket");
    // before any heartbeat could tell
    await move(white, "g1f3");
    line.set("good");
    const sinceMove = stopwatch();
    await newLine;
    expect(sinceMove(), "3 s for the acknowledgement, and a new line").toBeLessThan(AGAIN_MS);
    await seesPlies(black, 3);
    for (const page of [white, black]) await relayIs(page, "online");
    await clocksAreRight(game);
  });

  test("is cut, a move is kept and goes out with the new line", async () => {
    const game = await table();
    const { white, black } = game;
    const { line } = world.lab;
    line.set("cut");
    for (const page of [white, black]) await relayIs(page, "offline");
    await move(white, "g1f3");
    await sees(white, "What your opponent does isn't known until the line is back.");
    await white.waitForTimeout(3_000);
    line.set("good");
    const sinceEnd = stopwatch();
    await black.locator('[data-testid="game"][data-plies="3"]').waitFor();
    expect(sinceEnd()).toBeLessThan(AGAIN_MS);
    await clocksAreRight(game);
    await play(white, black, ["b8c6"], 3);
  });

  test("is cut before both have moved, who can't abort can resign", async () => {
    const { white, black } = await meet(world, "alice", "bob");
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
    await play(white, black, ["g1f3"], 2);
    line.delay = 0;
  });
});

describe("two tabs of one game", () => {
  test("follow each other, and either may play", async () => {
    const { white, black, id } = await table();
    const tab = await windowBeside(white);
    await tab.goto(world.url);
    await connect(tab, "alice");
    await tab.goto(`${world.url}#/game/${id}`);
    await seesPlies(tab, 2);
    await move(white, "g1f3");
    for (const page of [tab, black]) await seesPlies(page, 3);
    await move(black, "b8c6");
    for (const page of [tab, white]) await seesPlies(page, 4);
    await move(tab, "f1b5");
    for (const page of [white, black]) await seesPlies(page, 5);
    await move(black, "a7a6");
    await move(white, "b5a4");
    for (const page of [tab, black]) await seesPlies(page, 7);
    for (const page of [white, tab]) {
      expect(await page.getByRole("button", { name: /on the chain|to the chain/ }).count()).toBe(0);
    }
  });
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
      const { white, black } = await table();
      const { gateway } = world.lab;
      gateway.state = state;
      const sinceReload = stopwatch();
      await white.reload();
      await white.locator(MOVABLE).waitFor();
      await relayIs(white, "online");
      expect(sinceReload()).toBeLessThan(AGAIN_MS);
      await play(white, black, ["g1f3"], 2);
      gateway.state = "good";
    },
  );

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
    const { page } = await world.visitor({}, (page) =>
      page.route("**/settings.json", async (route) => {
        const settings = await (await route.fetch()).json();
        await route.fulfill({ json: { ...settings, chainId: "T" } });
      }),
    );
    await page.getByRole("heading", { name: "This page can't start" }).waitFor();
    await page.getByRole("alert").getByText('names the chain "T"').waitFor();
    await sees(page, "nothing is lost");
  });
});
