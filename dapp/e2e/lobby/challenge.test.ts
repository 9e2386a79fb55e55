// Challenges: from the invitation to the result and the next game, with a clock, for any stake.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { look } from "../world/looks";
import { choose, clock, dialog, isOn, newChallenge, press, secondsOf, sees } from "../world/signedTable";
import { changeSettings, confirmed, connect, lookAgain, MOVABLE, move, World } from "../world/world";

const world = World.ofTests();

test("a link leads from the invitation through the game to the rematch", async () => {
  const alice = await world.player("alice");
  await newChallenge(alice);
  await choose(dialog(alice), "You play", "Black");
  await choose(dialog(alice), "Time", "5+3");
  await dialog(alice).getByRole("textbox", { name: "Stake" }).fill("0.02");
  await dialog(alice).getByRole("button", { name: "Challenge" }).click();
  await alice.getByTestId("challenge").waitFor();
  await sees(alice, "Waiting for an opponent.");
  await look(alice);
  const link = await alice.getByLabel("Link").inputValue();

  // a visitor with the link needs no wallet to read it, and can then choose one to accept
  const { page: bob } = await world.visitor();
  await bob.getByRole("region", { name: "Open challenges" }).getByText("0.02 EGLD").waitFor();
  await bob.goto(link);
  await sees(bob, "5 min + 3 s a move");
  await sees(bob, "White");
  await press(bob, "Accept for 0.02 EGLD");
  await press(bob, "Play as bob");
  await bob.locator(MOVABLE).waitFor();
  await alice.getByTestId("game").waitFor();
  expect(alice.url()).toBe(link);
  await sees(alice, "Pot 0.04 EGLD");

  // White's clock runs, Black's stands; a move adds three seconds
  await expect.poll(() => clock(bob, "white").getAttribute("data-running")).toBe("true");
  await expect.poll(() => clock(bob, "black").getAttribute("data-running")).toBe("false");
  const before = await secondsOf(bob, "white");
  expect(before).toBeGreaterThan(200);
  await expect.poll(() => secondsOf(bob, "white")).toBeLessThan(before);
  expect(await secondsOf(bob, "black")).toBe(300);
  await move(bob, "e2e4");
  await alice.locator(MOVABLE).waitFor();
  await expect.poll(() => clock(alice, "black").getAttribute("data-running")).toBe("true");
  expect(await secondsOf(alice, "white")).toBeLessThanOrEqual(303);

  await confirmed(alice, "Resign");
  await bob.getByTestId("end").getByText("+0.02 EGLD").waitFor();
  await alice.getByTestId("end").getByText("−0.02 EGLD").waitFor();

  // a rematch with sides changed, by one click; the opponent is asked in the ended game
  const again = (page: Page, name: string) => page.getByTestId("end").getByRole("button", { name, exact: true });
  await again(alice, "Rematch").click();
  await again(alice, "Rematch offered").waitFor();
  await again(bob, "Accept the rematch").waitFor();
  // taken back, and offered again
  await again(alice, "Rematch offered").click();
  await again(bob, "Rematch").waitFor();
  await again(alice, "Rematch").click();
  await again(bob, "Accept the rematch").waitFor();
  // the ended game knows immediately what a lobby has heard
  await bob.getByRole("link", { name: "Onchain Chess" }).click();
  await bob.reload();
  await bob.getByRole("link", { name: /challenges you/ }).waitFor();
  await bob.route("**/vm-values/query", async (route) => {
    if (route.request().postDataJSON().funcName !== "getOpenChallenges") await route.continue();
  });
  await bob.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);
  await again(bob, "Accept the rematch").waitFor();
  await bob.unroute("**/vm-values/query");
  await again(bob, "Decline the rematch").click();
  await again(bob, "Rematch").waitFor();

  // accepted: both are in it
  await again(alice, "Rematch declined").click();
  await again(bob, "Accept the rematch").click();
  for (const page of [alice, bob]) await isOn(page);
  await expect.poll(() => alice.locator('[data-orientation="white"]').count()).toBe(1);
  const begin = Date.now();
  await move(alice, "d2d4");
  await bob.locator(MOVABLE).waitFor();
  const left = await secondsOf(bob, "black");
  expect(300 - left).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - begin) / 1_000));
});

test("only the named player can accept a challenge; its maker takes it back", async () => {
  const carol = await world.player("carol");
  await changeSettings(carol, { launchLimit: { stake: "0.1", until: "2999-01-01T00:00:00Z" } });
  await carol.reload();
  await newChallenge(carol);
  // the operator's limit: each player's stake in all games together, in EGLD alone
  await choose(dialog(carol), "Stake", "0.2");
  const tooMuch = dialog(carol).getByText("a player pays at most 0.1 EGLD at once");
  await tooMuch.waitFor();
  await expect.poll(() => dialog(carol).getByRole("button", { name: "Challenge" }).isDisabled()).toBe(true);
  await choose(dialog(carol), "Stake", "0.05");
  await tooMuch.waitFor({ state: "detached" });
  await choose(dialog(carol), "Opponent", "One player");
  await dialog(carol).getByText("Whom do you challenge?").waitFor();
  await expect.poll(() => dialog(carol).getByRole("button", { name: "Challenge" }).isDisabled()).toBe(true);
  await dialog(carol)
    .getByLabel("Their address")
    .fill(`${world.url}#/player/${world.chain.player("frank").address}`);
  await dialog(carol).getByLabel("Token").selectOption("no stake");
  await choose(dialog(carol), "Other times", "Custom");
  await dialog(carol).getByLabel("Minutes each").fill("0.25");
  await dialog(carol).getByText("Time: 30 s to 30 days").waitFor();
  await dialog(carol).getByLabel("Minutes each").fill("0.5");
  // a player who closes the notice about play by signature finds the challenge unchanged
  await dialog(carol)
    .getByLabel(/Play by signature/)
    .check();
  await carol.evaluate(() => localStorage.removeItem("chess.signedPlayRead"));
  await choose(dialog(carol), "Stake", "0.01");
  await dialog(carol).getByRole("button", { name: "Challenge" }).click();
  const notice = carol.getByRole("dialog", { name: "Before you play by signature" });
  await notice.waitFor();
  await carol.keyboard.press("Escape");
  await notice.waitFor({ state: "detached" });
  await expect.poll(() => dialog(carol).getByLabel("Minutes each").inputValue()).toBe("0.5");
  await dialog(carol).getByRole("button", { name: "Challenge" }).click();
  await notice.getByRole("button", { name: "Go on" }).click();
  await carol.getByTestId("challenge").waitFor();
  const { page: grace } = await world.visitor();
  await connect(grace, "grace");
  await grace.goto(carol.url());
  await sees(grace, "This challenge is for somebody else.");
  await expect.poll(() => grace.getByRole("button", { name: "Accept" }).isDisabled()).toBe(true);
  await press(carol, "Take the challenge back");
  await carol.getByTestId("cancelled").waitFor();
});

test("an absent player loses nothing before the first moves: the game is called off", async () => {
  const { chain } = world;
  const half = { base: 30, increment: 0 };
  await chain.call(chain.player("carol"), "challenge", [chain.player("frank").address, 1, half, 1, false], 10n ** 16n);
  const frank = await world.player("frank");
  await frank.getByRole("link", { name: /challenges you/ }).click();
  await press(frank, "Accept for 0.01 EGLD");
  await frank.locator(MOVABLE).waitFor();
  const before = await chain.balance(chain.player("carol").address);
  await chain.skipEpochs(1);
  await lookAgain(frank);
  await sees(frank, "Your time is over.");
  await press(frank, "Call the game off");
  await sees(frank, "No result: time ran out before both had moved");
  await sees(frank, "You were paid 0.01 EGLD.");
  // the payment comes from another shard
  const back = async () => (await chain.balance(chain.player("carol").address)) - before;
  await expect.poll(back).toBe(10n ** 16n);
});

test("one call withdraws debts in several tokens", async () => {
  const { page } = await world.visitor();
  const bytes = (text: string) => Buffer.from(text).toString("base64");
  const number = (hex: string) => Buffer.from(hex, "hex").toString("base64");
  await page.route("**/vm-values/query", (route) => {
    const { funcName } = route.request().postDataJSON() as { funcName: string };
    if (funcName !== "getCredits") return route.continue();
    const returnData = [bytes("EGLD-000000"), number("06f05b59d3b20000"), bytes("CHESS-1a2b3c"), number("05")];
    return route.fulfill({ json: { data: { data: { returnData, returnCode: "ok", returnMessage: "" } }, error: "" } });
  });
  await page.route("**/tokens/CHESS-1a2b3c", (route) => route.fulfill({ json: { decimals: 0 } }));
  await connect(page, "heidi");
  await page.getByTestId("account").click();
  await press(page, "Withdraw 0.5 EGLD and 5 CHESS owed to you");
  // the chain has no such debts, and says so before anything is signed
  await page.locator('[data-testid="transaction"][data-stage="failed"]').getByText("nothing is owed to you").waitFor();
});
