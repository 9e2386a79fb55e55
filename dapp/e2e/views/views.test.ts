// The lobby, games, their ends and what leads to them: without serious faults, and pictures of them.
import { readFile } from "node:fs/promises";
import { parsePgn } from "chessops/pgn";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { look, PHONE } from "../world/looks";
import { sees } from "../world/signedTable";
import { laidOut, seesPlies, WAGER, World } from "../world/world";

const world = World.ofTests();

/** Whether an element is seen whole in another one. */
async function isInside(inner: Locator, outer: Locator): Promise<boolean> {
  const [one, other] = [await inner.boundingBox(), await outer.boundingBox()];
  return !!one && !!other && one.y >= other.y && one.y + one.height <= other.y + other.height;
}

test("every view", async () => {
  const { page: stranger } = await world.visitor();
  await stranger.getByRole("heading", { name: "Real chess." }).waitFor();
  await look(stranger);
  // who has no wallet is asked for one where it is needed
  await stranger.getByTestId("join").click();
  await stranger.getByRole("dialog", { name: "Choose a wallet" }).waitFor();
  await look(stranger);
  await stranger.keyboard.press("Escape");
  await stranger.goto(`${world.url}#/wallet`);
  await stranger.getByRole("button", { name: "Play as alice" }).waitFor();
  await look(stranger, "wallet");
  await stranger.context().close();

  const pgn = await readFile(new URL("../../../interaction/games/opera.pgn", import.meta.url), "utf8");
  const opera = [...(parsePgn(pgn)[0]?.moves.mainline() ?? [])].map(({ san }) => san);
  const { white, black, id } = await world.game("alice", "bob");
  await world.chain.play(id, ["alice", "bob"], opera.slice(0, 24));
  await seesPlies(white, 24);
  await look(white, "game");
  // in a list that has become shorter the last move is still in sight
  await white.setViewportSize(PHONE.viewport);
  await expect.poll(() => isInside(white.locator("[aria-current=step]"), white.getByTestId("moves"))).toBe(true);
  await white.getByRole("button", { name: "Settings" }).click();
  // the other pieces are seen beside the dialog, and in their sample
  await white.getByText("Flat", { exact: true }).click();
  await look(white, "settings");
  await white.getByText("Classic", { exact: true }).click();
  await white.getByRole("button", { name: "Close" }).click();
  const fen = await white.getByTestId("board").getAttribute("data-fen");
  await world.chain.play(id, ["alice", "bob"], opera.slice(24), fen ?? "");
  await white.getByTestId("end").getByText("You won", { exact: true }).waitFor();
  expect(await white.getByTestId("board").getAttribute("data-fen")).toBe(await world.chain.fen(id));
  await look(white, "end");
  await black.context().close();

  await white.getByRole("link", { name: "Analysis" }).click();
  await white.getByTestId("replay").waitFor();
  await white.getByRole("button", { name: "Ask Stockfish" }).click();
  // 33 plies; the mate on the board is no news to it
  await white.getByTestId("evaluation").getByText("#").waitFor();
  await white.locator('svg[data-known="34"]').waitFor({ timeout: 200_000 });
  // Morphy played it better than his opponents
  const side = (name: string) => white.getByTestId("accuracy").getByRole("row", { name });
  await sees(side("White"), /^\d+ of 17$/);
  await sees(side("Black"), /^\d+ of 16$/);
  const accuracy = async (name: string) => Number.parseInt(await side(name).getByText("%").innerText(), 10);
  expect(await accuracy("White")).toBeGreaterThan(await accuracy("Black"));
  // and blundered less
  const blunders = async (name: string) => Number(await side(name).locator("[data-kind=blunders]").innerText());
  expect(await blunders("White")).toBeLessThan(await blunders("Black"));
  // a good opening is no row of errors
  const opening = white.locator('[data-testid="moves"] [data-ply]');
  expect((await opening.allInnerTexts()).slice(0, 5)).toEqual(["e4", "e5", "Nf3", "d6", "d4"]);
  for (let step = 0; step < 3; step++) await white.getByRole("button", { name: "Previous move" }).click();
  await look(white, "replay");
  // beside the board there is no room on a phone
  await white.setViewportSize(PHONE.viewport);
  await laidOut(white);
  const evaluation = await white.getByTestId("evaluation-bar").boundingBox();
  expect([evaluation?.x, evaluation?.width]).toEqual([0, PHONE.viewport.width]);

  const carol = await world.player("carol");
  await carol.getByTestId("join").click();
  await white.getByRole("link", { name: "Onchain Chess" }).click();
  await white.getByText("is waiting: you would play Black").waitFor();
  const frank = world.chain.player("frank");
  const clocks = [{ base: 300, increment: 3 }, { base: 900, increment: 10 }, null];
  for (const clock of clocks) await world.chain.call(frank, "challenge", [null, 2, clock, 1, false], WAGER);
  await world.chain.call(frank, "challenge", [world.chain.player("alice").address, 1, clocks[0], 1, false], 10n ** 17n);
  await white.getByRole("link", { name: /challenges you/ }).waitFor();
  await look(white, "lobby");
  await white.getByRole("link", { name: /challenges you/ }).click();
  await white.getByRole("button", { name: "Accept for 0.1 EGLD" }).waitFor();
  await look(white, "invitation");
  await white.getByRole("link", { name: "Onchain Chess" }).click();
  await white.getByRole("button", { name: "Challenge a friend" }).click();
  await look(white, "challenge");
  // what it is for can be pressed without scrolling
  await white.setViewportSize(PHONE.viewport);
  const dialog = white.getByRole("dialog", { name: "New challenge" });
  await expect.poll(() => isInside(dialog.getByRole("button", { name: "Challenge" }), dialog)).toBe(true);
  // nor is there anything to scroll to
  const hidden = () => dialog.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight);
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  await white.keyboard.press("Escape");
  await carol.context().close();

  await white.goto(`${world.url}#/player/${world.chain.player("alice").address}`);
  await white.getByRole("heading", { name: "Games" }).waitFor();
  await white.getByText("Won, drawn and lost: of all games.").waitFor();
  await look(white, "player");
  await white.goto(`${world.url}#/players`);
  const rows = white.getByTestId("leaderboard").getByRole("row");
  // the winner of the opera game comes first
  await rows.nth(1).waitFor();
  expect(await rows.nth(1).getByRole("cell").allInnerTexts()).toEqual(
    expect.arrayContaining(["1", "2", "1", "0", "0"]),
  );
  await expect.poll(() => rows.count()).toBe(3);
  await look(white, "players");
  await white.goto(`${world.url}#/how`);
  await white.getByRole("heading", { name: "How a game goes" }).waitFor();
  await white.getByText("The owner can replace the code").waitFor();
  await look(white, "how");
  await white.route(`**/address/${world.chain.contract}`, async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.account.codeMetadata = Buffer.from([0, 0]).toString("base64");
    await route.fulfill({ json: answer });
  });
  await white.reload();
  await white.getByText("Nobody can replace the code.").waitFor();
  // what isn't there
  for (const [address, words] of [
    ["#/nowhere", "There is nothing at this address"],
    ["#/game/999", "no such game"],
  ]) {
    await white.goto(world.url + address);
    await white.getByText(words ?? "").waitFor();
    await look(white);
  }
}, 600_000);
