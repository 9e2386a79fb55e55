import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newChallenge } from "../world/signedTable";
import { confirmed, World } from "../world/world";

const world = World.ofTests({ token: "WAGER" });

test("a wager in a token: what it is, who has too little of it, what the winner gets", async () => {
  const { white, black } = await world.game("alice", "bob");
  await confirmed(black, "Resign");
  await white.getByText("You were paid 10 WAGER.").waitFor();
  await white.getByTestId("account").click();
  await white.getByText("105 WAGER").waitFor();
  await black.getByTestId("account").click();
  await black.getByText("95 WAGER").waitFor();

  // a challenge for some of it
  await white.getByRole("link", { name: "Onchain Chess" }).click();
  const dialog = await newChallenge(white);
  await dialog.getByLabel("Token").selectOption({ label: await tokenLabel(white) });
  await dialog.getByRole("textbox", { name: "Stake" }).fill("1000");
  await dialog.getByText("You have 105: too little.").waitFor();
  await dialog.getByRole("textbox", { name: "Stake" }).fill("2.5");
  await dialog.getByRole("button", { name: "Challenge" }).click();
  await white.getByTestId("challenge").getByText("2.5 WAGER").first().waitFor();
  await black.goto(white.url());
  await black.getByRole("button", { name: "Accept for 2.5 WAGER" }).click();
  await black.getByTestId("game").waitFor();
  await confirmed(black, "Resign");
  await white.getByText("You were paid 5 WAGER.").waitFor();

  const poor = await world.player("carol");
  await expect
    .poll(() => poor.getByRole("region", { name: "New game" }).getByText("5 WAGER", { exact: true }).count())
    .toBe(1);
  await poor.getByTestId("obstacle").getByText("You have 0: too little for the wager.").waitFor();
  await expect.poll(() => poor.getByTestId("join").isDisabled()).toBe(true);
});

/** The choice of the token among those that the wallet holds. */
async function tokenLabel(page: Page): Promise<string> {
  const option = page.getByRole("dialog").locator("option", { hasText: "WAGER" });
  await option.waitFor({ state: "attached" });
  return (await option.textContent()) ?? "";
}
