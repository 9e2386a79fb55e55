// Browsers that have forgotten what their players signed: nothing is signed twice, and each player has a way to continue.
import type { Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import { open, pairUp, withPurse } from "../world/purses";
import { sees } from "../world/signedTable";
import { meet, play } from "../world/strangers";
import { explained, MOVABLE, move, seesPlies, World } from "../world/world";

const world = World.ofTests({ relay: [], lab: true });
afterEach(() => world.lab.line.set("good"));

const standing = (page: Page) => page.getByTestId("standing");
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Two players with purses at a game with a stake, after four plies. */
async function purses(whiteName: string, blackName: string): Promise<{ white: Page; black: Page; game: string }> {
  const [one, other] = [await withPurse(world, whiteName, "0.1"), await withPurse(world, blackName, "0.1")];
  const [white, black] = await pairUp(world, one.page, other.page, "0.01", "10+5");
  await play(white, black, ["e2e4", "e7e5", "g1f3", "b8c6"]);
  return { white, black, game: white.url() };
}

/** Opens a player's game with nothing in the browser's storage but the connected wallet. */
async function forgotten(name: string, game: string): Promise<Page> {
  const page = await world.player(name);
  await page.goto(game);
  return page;
}

/** The name of a page's player: in a game with purses White's wallet may be either one. */
async function ownerOf(page: Page): Promise<string> {
  const address = await page.evaluate(() => sessionStorage.getItem("chess.connected"));
  return world.chain.players.find((player) => player.address === address)?.name ?? "";
}

test("a player who has lost everything and can ask no relay continues from the longer game, and not from a second move 1", async () => {
  const { white: before, black, game } = await purses("alice", "bob");
  const name = await ownerOf(before);
  await before.context().close();
  world.lab.line.set("cut");
  const white = await world.player(name);
  await white.goto(`${world.url}#/wallet`);
  await open(white);
  await white.goto(game);

  // nobody knows what was played: there is no board, and no turn
  await standing(white).getByText("The moves aren't known here.").waitFor();
  expect(await white.getByTestId("board").locator("piece.white, piece.black").count()).toBe(0);
  expect(await standing(white).getByText("Your turn").count()).toBe(0);
  expect(await standing(white).getByText("another device").count()).toBe(0);
  const button = standing(white).getByRole("button", { name: /^Take over here/ });
  await button.and(white.locator(":enabled")).click();
  await dialog(white, "Take over here").getByText("your opponent chooses").waitFor();
  await dialog(white, "Take over here").getByRole("button", { name: "Not now" }).click();
  expect(await white.locator(MOVABLE).count()).toBe(0);
  await button.click();
  await dialog(white, "Take over here").getByRole("button", { name: "Take over here" }).click();
  await move(white, "d2d4");
  await seesPlies(white, 1);

  // the longer game has the opponent's later signature
  world.lab.line.set("good");
  await seesPlies(white, 4);
  await standing(white).getByRole("button", { name: "Take over here" }).click();
  await play(white, black, ["f1c4", "g8f6"], 4);
  // also after a reload
  await white.reload();
  await seesPlies(white, 6);
  await play(white, black, ["d2d3"], 6);
});

test("a wallet without the key brings the signed game to the chain, and continues by itself", async () => {
  const { white: before, black, id } = await meet(world, "carol", "bob");
  await play(before, black, ["e2e4", "e7e5", "g1f3", "b8c6"]);
  await before.context().close();
  const white = await forgotten("carol", `${world.url}#/game/${id}`);
  await seesPlies(white, 4);
  await standing(white).getByText("Your key is elsewhere").waitFor();
  await explained(white, "Go on with the wallet");
  await play(white, black, ["f1c4", "g8f6"], 4);
  // the next answer comes to the chain the same way
  await explained(white, "Go on with the wallet");
  await play(white, black, ["d2d3"], 6);
});

test("a wallet that looks at its purse's game is told to open the purse, and continues", async () => {
  const { white: before, black, game } = await purses("frank", "grace");
  const name = await ownerOf(before);
  await before.context().close();
  const white = await forgotten(name, game);
  await seesPlies(white, 4);
  const way = standing(white).getByRole("link", { name: "Your purse plays here: open it" });
  // the relay knows the purse by its name, the network's API by the wallet that filled it: either one is enough
  for (const silent of ["**/transactions?*", "**/purses/**"]) {
    await white.route(silent, (route) => route.abort());
    await white.reload();
    await way.waitFor();
    await white.unroute(silent);
  }
  await way.click();
  await open(white);
  await white.goto(game);
  await seesPlies(white, 4);
  await play(white, black, ["f1c4"], 4);
  // nobody else is told so
  const other = await forgotten("heidi", game);
  await seesPlies(other, 5);
  await sees(other, "Black to move");
  expect(await standing(other).getByRole("link").count()).toBe(0);
});
