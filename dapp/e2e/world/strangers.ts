// Two strangers, each in a separate browser, who play by signature through a relay.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { clock, isOn, isTold, openChallenge, press, waitsForAnswers } from "./signedTable";
import { explained, idOf, MOVABLE, move, seesPlies, type World } from "./world";

/** Sixty half-moves, and a mate. */
export const GAME = (
  "c2c3 e7e5 c3c4 f7f5 d1b3 e8e7 g1h3 f5f4 a2a4 h7h6 e2e3 f4e3 b3e3 b8c6 a4a5 a7a6 f1d3 c6a7 d3c2 d7d6 " +
  "c2d1 e7f7 b1a3 h8h7 d1a4 d8d7 a4d1 a8b8 e3d3 d7e8 d3d4 c8e6 d4c5 e8d8 a1b1 e6d5 b2b4 d8h4 h3f4 h4f2 " +
  "c5f2 f7f6 f2c5 b8d8 d1b3 d8e8 c5c6 d5c4 c6d5 e8a8 g2g3 f8e7 b1b2 c4b5 d5g8 b7b6 g8h7 b5d7 b3d5 d7a4 h7g6"
).split(" ");

export const FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"];

/** Waits until a page's line to the relay is in a state. */
export const relayIs = (page: Page, state: string): Promise<void> =>
  page.locator(`[data-testid="relay"][data-state="${state}"]`).waitFor();

/** Opens a challenge by signature from the lobby, as White with a stake of 0.02 EGLD; its link. */
export async function challenge(page: Page, time = "3+2"): Promise<string> {
  await isTold(page);
  await openChallenge(page, { time, stake: "0.02", isUsual: true });
  return page.url();
}

/** Both in a game, and at the relay; White first. */
export async function seats(one: Page, other: Page): Promise<[white: Page, black: Page]> {
  for (const page of [one, other]) await isOn(page);
  for (const page of [one, other]) await relayIs(page, "online");
  await one.locator(`${MOVABLE}, [data-testid="game"][data-your-turn="false"]`).first().waitFor();
  return (await one.locator('[data-orientation="white"]').count()) > 0 ? [one, other] : [other, one];
}

/** Two strangers meet by a link. */
export async function meet(
  world: World,
  whiteName: string,
  blackName: string,
  time?: string,
): Promise<{ white: Page; black: Page; id: number }> {
  const [white, black] = await Promise.all([world.player(whiteName), world.player(blackName)]);
  const link = await challenge(white, time);
  await black.goto(link);
  await press(black, "Accept for 0.02 EGLD");
  for (const page of [white, black]) await relayIs(page, "online");
  for (const page of [white, black]) await page.getByTestId("presence").getByText("here", { exact: true }).waitFor();
  return { white, black, id: idOf(white) };
}

/** Two strangers in the first game of a match of three for 0.05 EGLD each; Alice is White. */
export async function match(world: World): Promise<{ alice: Page; bob: Page }> {
  const alice = await world.player("alice");
  await isTold(alice);
  await openChallenge(alice, { games: "3", stake: "0.05", isUsual: true });
  const bob = await world.player("bob");
  await bob.goto(alice.url());
  await bob.getByRole("button", { name: "Accept for 0.15 EGLD" }).click();
  for (const page of [alice, bob]) await relayIs(page, "online");
  return { alice, bob };
}

/** The moment at which a player's shown time runs out, by the page's own time. */
export const runsOutAt = (page: Page, color: "white" | "black"): Promise<number> =>
  clock(page, color).evaluate((clock) => {
    const [minutes = 0, seconds = 0] = (clock.textContent ?? "").split(":").map(Number);
    return Date.now() + 1_000 * (60 * minutes + seconds);
  });

/** Plays moves, White first. */
export async function play(white: Page, black: Page, moves: string[], from = 0) {
  for (const [index, squares] of moves.entries()) {
    const mover = (from + index) % 2 === 0 ? white : black;
    await seesPlies(mover, from + index);
    await move(mover, squares);
  }
  for (const page of [white, black]) await seesPlies(page, from + moves.length);
}

/** Holds back White's ask after her first move until Black has answered the move. Returns a function that releases it. */
export async function answeredAsk(white: Page, black: Page): Promise<() => Promise<void>> {
  await move(white, "e2e4");
  await seesPlies(black, 1);
  let release: (() => void) | undefined;
  await white.route("**/transaction/send", (route) => {
    release = () => void route.continue();
  });
  await white.clock.install();
  await white.clock.fastForward("03:01");
  await waitsForAnswers(white);
  await explained(white, "Ask on the chain");
  await expect.poll(() => release).toBeDefined();
  await move(black, "e7e5");
  await seesPlies(white, 2);
  return async () => {
    release?.();
    await white.unroute("**/transaction/send");
  };
}
