// A purse with its wallet's name: in the game, the ratings, the profile, the table and the PGN; and one without.
import { expect, test } from "vitest";
import { faults } from "../world/looks";
import { askedPlayer, card, fill, open, pairUp } from "../world/purses";
import { play } from "../world/strangers";
import { confirmed, downloaded, World } from "../world/world";

// on a young chain: the relay reads all of its blocks
const world = World.ofTests({ ownChain: true, relay: ["--ratings-from", "0"] });

test("a purse has its wallet's name for everyone, unless its owner omits that", async () => {
  const [alice, carol] = await Promise.all(["alice", "carol"].map((name) => askedPlayer(world, name)));
  if (!alice || !carol) throw new Error("two players");
  await carol.page.getByRole("checkbox", { name: /my wallet's name/ }).uncheck();
  const [purse, nameless] = [await open(alice.page), await open(carol.page)];
  // the text that opens it, twice; then the one that names both
  expect(alice.windows).toHaveLength(3);
  expect(alice.windows[2]).toContain(`Purse: ${purse}\nWallet: ${world.chain.player("alice").address}`);
  expect(carol.windows).toHaveLength(2);
  await card(alice.page).getByText("Others see it as @alice.").waitFor();
  await card(carol.page).getByRole("button", { name: "Show my wallet's name" }).waitFor();
  expect(await faults(alice.page)).toEqual([]);
  await Promise.all([fill(alice.page, "0.1"), fill(carol.page, "0.1")]);

  const [white, black] = await pairUp(world, alice.page, carol.page, "0.05", "5+3");
  // each sees the other as the other wants to be seen
  await carol.page.getByTestId("player").getByText("@alice").waitFor();
  await alice.page.getByTestId("player").getByText(nameless.slice(0, 6)).waitFor();
  // spectators and open pages are counted
  const visitor = (await world.visitor()).page;
  await visitor.goto(alice.page.url());
  await visitor.getByTestId("board").waitFor();
  await alice.page.getByText("One person looks on.").waitFor();
  await visitor.goto(world.url);
  await visitor.getByTestId("online").getByText("3 online").waitFor();
  await play(white, black, ["e2e4", "e7e5"]);
  await visitor.goto(`${world.url}#/players`);
  await visitor.getByText("Nobody has ended a game yet.").waitFor();
  await confirmed(carol.page, "Resign");
  await alice.page.getByText("You won").first().waitFor();
  const id = new URL(alice.page.url()).hash.split("/")[2];

  // the players' page asks the chain again once the relay says that a game is over
  const table = visitor.getByTestId("leaderboard");
  const row = table.getByRole("row").filter({ hasText: "@alice" });
  // the relay reads new games once a minute; one win from 1500
  await row.getByTestId("rating").waitFor({ timeout: 100_000 });
  expect(await row.getByTestId("rating").innerText()).toBe("1662?");
  expect(
    await table
      .getByRole("row")
      .filter({ hasText: purse.slice(0, 6) })
      .count(),
  ).toBe(0);

  // the purse's address leads to the wallet's profile
  await visitor.goto(`${world.url}#/player/${purse}`);
  await visitor.getByRole("heading", { name: "@alice" }).waitFor();
  await visitor.getByText(world.chain.player("alice").address).waitFor();
  await visitor.getByText(`#${id}`).waitFor();
  const pgn = await downloaded(visitor, "Download as one PGN");
  const color = white === alice.page ? "White" : "Black";
  expect(pgn).toContain(`[${color} "@alice"]`);
  expect(pgn).toContain(`[${color}Address "${purse}"]`);
  // the chain also records a loss on time as a resignation
  expect(pgn).toContain('[Termination "normal"]');
  await visitor.getByRole("button", { name: "Won and lost by month" }).click();
  const month = visitor.getByTestId("balance").getByRole("row").nth(1);
  await expect.poll(() => month.innerText()).toMatch(/^\d{4}-\d\d\s+1\s+0\.05 EGLD\s+0 EGLD$/);
  expect(await faults(visitor)).toEqual([]);

  // a player who suspects a program finds the evidence, and can block the opponent
  await alice.page.goto(`${world.url}#/replay/${id}`);
  await alice.page.getByTestId("times").getByRole("row").nth(2).waitFor();
  await alice.page.getByText("I think a program was used").click();
  await alice.page.getByTestId("doubt").getByRole("button", { name: "Block" }).click();
  expect(await faults(alice.page)).toEqual([]);
  await alice.page.goto(`${world.url}#/players`);
  const blocked = alice.page.getByRole("region", { name: "Blocked in this browser" });
  await blocked.getByText(nameless.slice(0, 6)).waitFor();
  await blocked.getByRole("button", { name: "Blocked" }).click();
  await blocked.waitFor({ state: "detached" });
});
