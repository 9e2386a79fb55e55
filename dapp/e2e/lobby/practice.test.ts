// A stranger's first minute: a game against the computer in the browser.
import { expect, test } from "vitest";
import { choose } from "../world/signedTable";
import { confirmed, held, MOVABLE, move, playMove, seesPlies, World } from "../world/world";

const world = World.ofTests();

test("two clicks lead to the first move: no wallet, no dialog, and the computer answers", async () => {
  // the description of the page stays until the lobby is there
  const { until, release } = held();
  const { page } = await world.visitor({}, (page) =>
    page.route(/\/LobbyPage-[^/]*\.js$/, (route) => until.then(() => route.continue())),
  );
  await page.getByTestId("account").waitFor();
  await page.getByRole("heading", { name: /^Real chess/ }).waitFor();
  release();
  await page.getByRole("link", { name: "Play the computer: no wallet, no stake" }).click();
  await playMove(page, "e2e4");
  await seesPlies(page, 2);
  expect(await page.getByRole("dialog").count()).toBe(0);
  // it continues after a reload
  await page.reload();
  await seesPlies(page, 2);
  await move(page, "g1f3");
  await seesPlies(page, 4);
  await confirmed(page, "Resign");
  await page.getByTestId("standing").getByText("You lost by resignation").waitFor();
  // its moves are in the analysis
  await page.getByRole("link", { name: "Analyse" }).click();
  await page.getByText("You – Computer, level 1").waitFor();
  const pgn = () => page.getByRole("textbox", { name: "FEN or PGN" }).inputValue();
  await expect.poll(pgn).toMatch(/\[Result "0-1"\].* 0-1\s$/s);
  await expect.poll(() => page.locator('[data-testid="moves"] [data-ply]').count()).toBe(4);
  await page.goBack();
  await page.getByRole("link", { name: "Play a person" }).click();
  await page.getByTestId("join").waitFor();
});

test("without settings and gateway one can play, at a level and with a clock", async () => {
  const { page } = await world.visitor({}, (page) =>
    page.route(/settings\.json|network\/config|vm-values/, (route) => route.abort()),
  );
  await page.getByText("There is no network.").waitFor();
  await page.getByRole("link", { name: /Play the computer/ }).click();
  await page.locator(MOVABLE).waitFor();
  await page.getByRole("combobox", { name: "Level" }).selectOption("2");
  await choose(page, "Time", "3+2");
  await choose(page, "Your side", "Black");
  // White is the computer
  await seesPlies(page, 1);
  await move(page, "e7e5");
  await seesPlies(page, 3);
  await expect.poll(() => page.locator('[data-testid="player"] [role="timer"]').count()).toBe(2);
});
