// A newer page has taken the place of the open one: files that it hasn't loaded yet are gone.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { sees } from "../world/signedTable";
import { meet, play } from "../world/strangers";
import { confirmed, World } from "../world/world";

const world = World.ofTests({ relay: [] });

/** From now on no file of the page is there, of those that a pattern names. */
const remove = (page: Page, files = "**/assets/*.js") => page.route(files, (route) => route.fulfill({ status: 404 }));

test("a dialog that is gone leaves board and clock alone, and what money needs is there", async () => {
  const { white, black } = await meet(world, "alice", "bob");
  await play(white, black, ["e2e4", "e7e5"]);
  // what is shown later comes two seconds after the board
  await white.waitForTimeout(4_000);
  await remove(white);
  await white.getByRole("button", { name: "Settings" }).click();
  await white.getByRole("dialog", { name: "Settings" }).waitFor();
  await white.keyboard.press("Escape");
  await play(white, black, ["g1f3"], 2);
  await confirmed(black, "Resign");
  await white.getByTestId("end").waitFor();
  await white.getByRole("region", { name: "Actions" }).getByRole("button", { name: "Rematch" }).waitFor();
  await sees(white, "You won by resignation");
});

test("a part that is gone says so and nothing else breaks", async () => {
  const { page } = await world.visitor();
  await page.getByTestId("join").waitFor();
  await remove(page, "**/assets/SettingsDialog-*.js");
  await page.getByRole("button", { name: "Settings" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "This page is older than the site." });
  await notice.waitFor();
  await page.getByRole("link", { name: "Onchain Chess" }).waitFor();
  await notice.getByRole("button", { name: "Load it again" }).click();
  await notice.waitFor({ state: "detached" });
  await page.getByTestId("join").waitFor();
});

test("a view that is gone loads the page once, and comes back to the view", async () => {
  const { page } = await world.visitor();
  await page.getByTestId("join").waitFor();
  let loads = 0;
  await page.route("**/*", (route) => {
    // the newer page has its files
    if (route.request().isNavigationRequest()) loads++;
    const isGone = loads === 0 && route.request().url().includes("/assets/");
    return isGone ? route.fulfill({ status: 404 }) : route.continue();
  });
  await page.getByRole("link", { name: "How it works" }).first().click();
  await page.getByRole("heading", { name: "How it works" }).waitFor();
  expect(loads).toBe(1);
  expect(new URL(page.url()).hash).toBe("#/how");
});

test("with its first key the page asks the browser to keep it", async () => {
  const alice = await world.player("alice");
  await alice.evaluate(() => {
    const asked = () => Object.assign(window, { asked: true });
    navigator.storage.persist = async () => Boolean(asked());
  });
  await alice.getByRole("button", { name: "Challenge a friend" }).click();
  await alice.getByRole("dialog").getByRole("button", { name: "Challenge" }).click();
  await alice.getByTestId("challenge").waitFor();
  expect(await alice.evaluate(() => "asked" in window)).toBe(true);
});
