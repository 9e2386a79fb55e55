import { afterAll, beforeAll, expect, test } from "vitest";
import { confirmed, World } from "./world";

let world: World;
beforeAll(async () => {
  world = await World.start({ token: "WAGER" });
}, 60_000);
afterAll(() => world?.stop());

test("a wager in a token: what it is, who has too little of it, what the winner gets", async () => {
  const { white, black } = await world.game("alice", "bob");
  await confirmed(black, "Resign");
  await white.getByText("You were paid 10 WAGER.").waitFor();
  await white.getByTestId("account").click();
  await white.getByText("105 WAGER").waitFor();
  await black.getByTestId("account").click();
  await black.getByText("95 WAGER").waitFor();

  const poor = await world.player("carol");
  expect(await poor.getByText("5 WAGER", { exact: true }).count()).toBe(1);
  await poor.getByTestId("obstacle").getByText("You have 0: too little for the wager.").waitFor();
  expect(await poor.getByTestId("join").isDisabled()).toBe(true);
});
