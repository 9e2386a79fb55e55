// Games by signature that need the chain or another way than the line between two windows: asks, old states, transcripts.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { chainKnows, press, sees, table, transcriptOf } from "../world/signedTable";
import { answeredAsk, play } from "../world/strangers";
import { bring, explained, lookAgain, MOVABLE, move, seesPlies, World } from "../world/world";

const world = World.ofTests();

/** Somewhat more than an epoch of the chain. */
async function epochMs(): Promise<number> {
  const { data } = await (await fetch(`${world.chain.url}/network/config`)).json();
  return data.config.erd_round_duration * data.config.erd_rounds_per_epoch + 10_000;
}

test("who is silent is asked on the chain, and answers there; or loses", async () => {
  const { white, black, id } = await table(world, "No clock");
  await play(white, black, ["e2e4", "e7e5", "g1f3"]);
  // not from the first second on: a move has a day
  await white.clock.install();
  expect(await white.getByRole("button", { name: /Ask on the chain/ }).count()).toBe(0);
  await white.clock.fastForward(await epochMs());
  await explained(white, "Ask on the chain");
  await white.locator('[data-awaits="answer"]').waitFor();
  await sees(white, "You have asked on the chain. Without a move in");
  await sees(black, "Your opponent asks for your move on the chain");
  // the answer goes to the opponent's page and to the chain
  await move(black, "b8c6");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("r1bqkbnr");
  await seesPlies(white, 4);
  await play(white, black, ["f1c4"], 4);
  await black.close();
  await white.clock.fastForward(await epochMs());
  await explained(white, "Ask on the chain");
  await white.locator('[data-awaits="answer"]').waitFor();
  await world.chain.skipEpochs(2);
  await lookAgain(white);
  await press(white, "Claim the win: 0.04 EGLD");
  await sees(white, "You won by inactivity");
  // its clock runs ahead
  await white.context().close();
});

test("an ask over what is long answered is met on the chain", async () => {
  const { white, black, id } = await table(world);
  const release = await answeredAsk(white, black);
  await release();
  await black.locator('[data-awaits="answer"]').waitFor();
  await press(black, "Answer on the chain");
  await black.locator('[data-awaits="move"]').waitFor();
  expect(await world.chain.fen(id)).toContain("4p3");
  await white.context().close();
});

test("an old state is met with the longer game; a transcript goes by hand", async () => {
  const { white, black, id } = await table(world);
  await play(white, black, ["f2f3"]);
  const old = JSON.parse(await transcript(black));
  await play(white, black, ["e7e5"], 1);
  // the chain gets an old state, and a mate that was never played after it
  await world.chain.call(world.chain.player("bob"), "play", [
    id,
    0,
    0,
    Buffer.from(old.moves, "hex"),
    Buffer.from(old.messages[0].argument, "hex"),
    Buffer.alloc(0),
  ]);
  await world.chain.play(id, ["alice", "bob"], ["d5"], await world.chain.fen(id));
  await lookAgain(white);
  await sees(white, "The chain has a different game from the signed one");
  // with one's own next move the signed game is the longer one
  await move(white, "a2a3");
  await press(white, "Show the signed game");
  await chainKnows(white, 3);
  expect(await world.chain.fen(id)).toContain("4p3");

  // Black's page has lost its line: the transcript is pasted
  const text = await transcript(white);
  await black.close();
  const again = await world.tab("bob");
  await white.goto(`${world.url}#/`);
  await again.goto(`${world.url}#/game/${id}`);
  await again.getByTestId("mark").click();
  await again.getByLabel("Your opponent's transcript").fill(text);
  await press(again, "Take it");
  await seesPlies(again, 3);
  await again.locator(MOVABLE).waitFor();
  await again.getByLabel("Your opponent's transcript").fill('{"moves":""}');
  await press(again, "Take it");
  await sees(again, "this is not a transcript");
});

/** The transcript that a page would hand on. */
const transcript = (page: Page): Promise<string> => transcriptOf(page.getByTestId("signed"));

/** Hands one page's transcript to another by hand. */
async function handOn(from: Page, to: Page) {
  const text = await transcript(from);
  const field = to.getByLabel("Your opponent's transcript");
  if (!(await field.isVisible())) await to.getByTestId("mark").click();
  await field.fill(text);
  await press(to, "Take it");
}

test("two browsers hand transcripts on, and a key goes to a third one", async () => {
  const { white, black, id } = await table(world, "10+5", true);
  await move(white, "e2e4");
  await expect.poll(() => black.getByTestId("game").getAttribute("data-plies")).toBe("0");
  await handOn(white, black);
  await seesPlies(black, 1);
  await move(black, "e7e5");
  await handOn(black, white);
  await seesPlies(white, 2);

  const link = black.getByRole("link", { name: "Download the key of this game" });
  const key = decodeURIComponent(((await link.getAttribute("href")) ?? "").replace(/^[^,]*,/, ""));
  const third = await world.player("bob");
  await third.goto(`${world.url}#/game/${id}`);
  await third
    .getByLabel("The key's file")
    .fill(key.replace(/(?<=secret = ")../, (byte) => (byte === "00" ? "01" : "00")));
  await press(third, "Take the key");
  await sees(third, "This is not the key of this game.");
  await third.getByLabel("The key's file").fill(key);
  await press(third, "Take the key");
  await third.getByTestId("signed").waitFor();
  await move(white, "g1f3");
  await handOn(white, third);
  await seesPlies(third, 3);
  await move(third, "b8c6");
  await bring(third);
  await seesPlies(white, 4);
  expect(await world.chain.fen(id)).toContain("r1bqkbnr/pppp1ppp/2n5/4p3");
});
