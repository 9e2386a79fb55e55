// The basics of a board: keys, zen, a queen without asking, claims by themselves, clocks to the
// end.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { colliding, look } from "../world/looks";
import { bar, clock, scores } from "../world/signedTable";
import { meet, play, runsOutAt } from "../world/strangers";
import { clickMove, confirmed, move, plies, seesPlies, World } from "../world/world";

const world = World.ofTests({ relay: ["--wallet", "heidi"] });

const press = (page: Page, key: string) => page.locator("body").press(key);

test("f turns the board, z hides what is around it; a queen comes without asking, a repetition is claimed", async () => {
  const choices = { "chess.promotion": "queen", "chess.claimThreefold": "on" };
  const white = await world.player("alice", world.kept(choices));
  const { chain } = world;
  const [alice, bob] = [chain.player("alice"), chain.player("bob")];
  await chain.call(alice, "challenge", [null, 0, null, 1, false]);
  await chain.call(bob, "accept", [1]);
  await white.goto(`${world.url}#/game/1`);
  const board = white.getByTestId("board");
  // keys work once it is drawn
  await board.locator("cg-board").waitFor();
  await press(white, "f");
  await expect.poll(() => board.getAttribute("data-orientation")).toBe("black");
  await press(white, "f");
  await expect.poll(() => board.getAttribute("data-orientation")).toBe("white");

  // blindfold: the pieces are invisible, and the squares still name them
  const opacity = () =>
    board
      .locator("piece")
      .first()
      .evaluate((piece) => getComputedStyle(piece).opacity);
  await press(white, "b");
  await expect.poll(opacity).toBe("0");
  await white.getByRole("button", { name: "e2 white pawn" }).waitFor();
  await look(white);
  await press(white, "b");
  await expect.poll(opacity).toBe("1");

  const width = async () => (await board.boundingBox())?.width ?? 0;
  const before = await width();
  await press(white, "z");
  await white.getByTestId("account").waitFor({ state: "hidden" });
  await white.getByTestId("moves").waitFor({ state: "hidden" });
  await expect.poll(width).toBeGreaterThan(before);
  await bar(white, "white").waitFor();
  await white.getByTestId("standing").waitFor({ state: "hidden" });
  expect(await white.getByRole("textbox", { name: "Type a move" }).isVisible()).toBe(false);
  await expect.poll(() => white.getByRole("button", { name: "Resign", exact: true }).isVisible()).toBe(true);
  await look(white);
  expect(await colliding(white)).toEqual([]);
  // in the middle of the window
  const { x, y, width: size } = (await white.getByTestId("ground").boundingBox()) ?? { x: 0, y: 0, width: 0 };
  expect(Math.abs(x + size / 2 - 640)).toBeLessThan(20);
  expect(Math.abs(y + size / 2 - 430)).toBeLessThan(60);
  await white.getByRole("button", { name: "Leave zen" }).click();
  await white.getByTestId("account").waitFor();

  // 1.h4 g5 2.hxg5 h6 3.gxh6 Nf6 4.h7 Rg8 5.hxg8 is a queen at once
  await chain.play(1, ["alice", "bob"], ["h4", "g5", "hxg5", "h6", "gxh6", "Nf6", "h7", "Rg8"]);
  await seesPlies(white, 8);
  await move(white, "h7g8");
  await expect.poll(() => board.getAttribute("data-fen")).toMatch(/^rnbqkbQ1/);
  // the difference: a rook and two pawns, and not what was exchanged
  await bar(white, "white").getByRole("img", { name: "captured more: 1 rook, 2 pawns" }).waitFor();

  // Nxg8, and both go to and fro: the third time White is on move it is claimed without a press
  const fro = ["Nc3", "Nf6", "Nb1", "Ng8"];
  await chain.play(1, ["alice", "bob"], ["Nxg8", ...fro, ...fro], await chain.fen(1));
  await white.locator('[data-testid="game"][data-state="drawn"]').waitFor();
  await white.getByTestId("end").getByText("by threefold repetition").waitFor();
  expect(await scores(white)).toEqual(["½", "½"]);

  // the analysis names the opening, and shows the viewer's own line beside the game, and the engine's best ones
  await white.getByTestId("end").getByRole("link", { name: "Analyse" }).click();
  await white.getByTestId("opening").getByText("A00 Kádas Opening").waitFor();
  const engine = white.getByTestId("engine");
  await engine.getByRole("button", { name: "Ask Stockfish" }).click();
  await expect.poll(() => engine.getByTestId("lines").getByRole("button").count()).toBe(3);
  await press(white, "Home");
  await clickMove(white, "e2e4");
  const line = white.getByTestId("variation");
  await line.getByText("1. e4", { exact: true }).waitFor();
  // the engine evaluates it, and one of its lines continues from there
  await expect.poll(() => engine.getByTestId("lines").getByRole("button").count()).toBe(3);
  await engine.getByTestId("lines").getByRole("button").first().click();
  await line.getByText(/^1\. e4 \S+$/).waitFor();
  await look(white);
  await line.getByRole("button", { name: "Take back" }).click();
  await line.getByText("1. e4", { exact: true }).waitFor();
  await line.getByRole("button", { name: "Back to the game" }).click();
  await line.waitFor({ state: "detached" });
  await expect.poll(() => board.getAttribute("data-fen")).toContain("PPPPPPPP/RNBQKBNR w");

  // another game of the two, which Black wins, is also counted
  await chain.call(bob, "challenge", [null, 0, null, 1, false]);
  await chain.call(alice, "accept", [2]);
  await chain.play(2, ["bob", "alice"], ["e4"]);
  await chain.call(bob, "resign", [2]);
  await white.getByRole("button", { name: "Moves in both players' games" }).click();
  const explorer = white.getByTestId("explorer");
  await explorer.getByText("From here, in 2 games:").waitFor();
  const counts = (move: string) => explorer.getByRole("row", { name: move }).getByRole("cell").allInnerTexts();
  expect(await counts("h4")).toEqual(["1", "0", "1", "0"]);
  expect(await counts("e4")).toEqual(["1", "0", "0", "1"]);
  await look(white);
  await explorer.getByRole("button", { name: "e4" }).click();
  await line.getByText("1. e4", { exact: true }).waitFor();
  await explorer.getByText("Nobody has moved from here.").waitFor();
});

test("clocks show tenths at the end of the time, and stand with the result after the end", async () => {
  const { white, black } = await meet(world, "alice", "bob");
  await black.clock.install();
  await play(white, black, ["e2e4", "e7e5", "g1f3"]);
  await black.evaluate(() => {
    const made: number[] = [];
    const make = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      made.push(1);
      return make.call(this);
    };
    Object.assign(window, { made });
  });
  expect(await clock(white, "black").innerText()).toMatch(/^[23]:\d\d$/);
  // Black's page stops its time there: no time runs out on a slow machine
  await black.clock.pauseAt((await runsOutAt(black, "black")) - 8_000);
  await expect.poll(() => clock(black, "black").innerText()).toMatch(/^0:0\d\.\d$/);
  // and their player is warned, by three tones
  const tones = () => black.evaluate(() => (window as unknown as { made: number[] }).made.length);
  await expect.poll(tones).toBe(3);
  await confirmed(white, "Resign");
  await expect.poll(() => scores(white)).toEqual(["0", "1"]);
  await white.locator('[data-testid="game"][data-state="blackWon"]').waitFor();
  const shown = async () => [await clock(white, "white").innerText(), await clock(white, "black").innerText()];
  const stands = await shown();
  for (const text of stands) expect(text).toMatch(/^[23]:\d\d$/);
  await white.waitForTimeout(2_000);
  expect(await shown()).toEqual(stands);
  expect(await plies(white)).toBe(3);
});
