// Between two games of a match: the views of others, and the players' other views.
import { expect, test } from "vitest";
import { choose, isTold } from "../world/signedTable";
import { match, play } from "../world/strangers";
import { confirmed, World } from "../world/world";

const world = World.ofTests({ relay: [] });

test("after a lost game it is nobody's turn, until the next one begins", async () => {
  const { alice, bob } = await match(world);
  await play(alice, bob, ["e2e4", "e7e5"]);
  await confirmed(alice, "Resign");
  await bob.getByTestId("end").waitFor();
  const { page: visitor } = await world.visitor();
  await isTold(visitor);
  const all = visitor.getByRole("region", { name: "All games" });
  await all.getByText("Between games: ready for game 2?").waitFor();
  expect(await visitor.getByText("Live now").count()).toBe(0);
  await bob.goto(`${world.url}#/wallet`);
  await bob.getByRole("region", { name: "Your games" }).getByText("Between games: ready for game 2?").waitFor();
});

test("a challenge takes over the lobby's stake, and offers all of its times", async () => {
  const page = await world.player("carol");
  await isTold(page);
  const open = async () => {
    await page.getByRole("button", { name: "Challenge a friend" }).click();
    return page.getByRole("dialog", { name: "New challenge" });
  };
  const stakes = (await open()).getByRole("group", { name: "Stake" });
  expect(await stakes.getByRole("radio", { name: "none" }).isChecked()).toBe(true);
  const times = page.getByRole("dialog").getByRole("group", { name: "Time" });
  for (const time of ["1+0", "15+10"]) await times.getByText(time, { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await choose(page, "Stake", "0.05");
  expect(await (await open()).getByRole("radio", { name: "0.05" }).isChecked()).toBe(true);
});
