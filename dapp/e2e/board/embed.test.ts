// A game embedded in another site's page: it follows the game, links to it, and can neither sign nor pay.
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../world/listen";
import { look } from "../world/looks";
import { World } from "../world/world";

const world = World.ofTests();

test("a game is embedded by the code that the analysis hands out, follows the chain, and knows no wallet", async () => {
  const { chain } = world;
  const page = await world.player("alice");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await chain.call(chain.player("alice"), "challenge", [null, 0, { base: 300, increment: 3 }, 1, false]);
  await chain.call(chain.player("bob"), "accept", [1]);
  await chain.play(1, ["alice", "bob"], ["e4", "e5"]);
  await page.goto(`${world.url}#/replay/1`);
  await page.getByRole("button", { name: "Copy the code to embed" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`${world.url}embed.html#/game/1"`);

  const host = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(`<!doctype html><title>A blog</title>${code}`);
  });
  const blog = `http://localhost:${await listen(host, "localhost")}/`;
  // in the browser in which Alice is connected, and it is her turn
  const reader = await page.context().newPage();
  await reader.goto(blog);
  const frame = reader.frameLocator("iframe");
  const embedded = frame.getByTestId("embedded");
  await embedded.waitFor();
  await expect.poll(() => embedded.getByTestId("player").count()).toBe(2);
  await expect.poll(() => embedded.getByTestId("clock").count()).toBe(2);
  // at the size of that code a short name is whole
  const names = embedded.getByTestId("player").getByRole("link");
  await expect.poll(() => names.allInnerTexts()).toEqual(["@bob", "@alice"]);
  expect(await names.evaluateAll((links) => links.map((link) => link.scrollWidth <= link.clientWidth))).toEqual([
    true,
    true,
  ]);
  await chain.play(1, ["alice", "bob"], ["Nf3"], await chain.fen(1));
  await expect.poll(() => embedded.getAttribute("data-plies")).toBe("3");
  await embedded.getByRole("button", { name: "Nf3" }).waitFor();

  // here nobody can move or connect, whatever the address is
  await expect.poll(() => embedded.getByTestId("board").getAttribute("data-movable")).toBe("false");
  expect(await frame.getByRole("banner").count()).toBe(0);
  const buttons = await embedded.getByRole("button").allInnerTexts();
  expect(buttons.filter((text) => /wallet|resign|draw|accept|join|sign/i.test(text))).toEqual([]);
  const there = reader.frames().find((one) => one.url().includes("embed.html"));
  await there?.evaluate(() => {
    location.hash = "#/wallet";
  });
  await frame.getByText("There is nothing at this address").waitFor();
  await there?.evaluate(() => {
    location.hash = "#/game/1";
  });
  await embedded.waitFor();

  // its links open the page in a new window
  const opened = page.context().waitForEvent("page");
  await embedded.getByRole("link", { name: "To the game" }).click();
  const game = await opened;
  await game.getByTestId("game").waitFor();
  expect(game.url()).toBe(`${world.url}#/game/1`);

  // after the end it says how it ended
  await chain.call(chain.player("bob"), "resign", [1]);
  await embedded.getByText("White won by resignation").waitFor();
  host.close();
  await reader.goto(`${world.url}embed.html#/game/1`);
  await reader.getByTestId("embedded").waitFor();
  await look(reader);
});
