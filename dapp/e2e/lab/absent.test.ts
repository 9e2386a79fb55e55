// An opponent who is away, beside a relay that brings games to the chain: one line says what happens when, to the end.
import { expect, test } from "vitest";
import { sees } from "../world/signedTable";
import { meet, play } from "../world/strangers";
import { explained, World } from "../world/world";

const world = World.ofTests({ relay: ["--wallet", "heidi"] });

test("an absent opponent is asked by the relay and loses, and the player knows what comes", async () => {
  const { white, black, id } = await meet(world, "alice", "bob");
  const asks = white.getByRole("button", { name: /Ask on the chain/ });
  await play(white, black, ["e2e4", "e7e5", "g1f3"]);
  expect(await asks.count()).toBe(0);
  // the challenge's toast goes by itself
  await white.getByTestId("transaction").waitFor({ state: "detached" });
  await white.clock.install();
  await black.context().close();
  // their clock runs, then they can be asked, then it is won
  await sees(white, /They are away\. In [23]:\d\d you can ask on the chain; \d+ min later you win 0\.04 EGLD\./);
  expect(await asks.count()).toBe(0);
  await white.clock.fastForward("03:20");
  await sees(white, /They don't move\. Ask, and \d+ min later you win 0\.04 EGLD\./);
  // what it does is said first
  await asks.click();
  await sees(white, "From then on they have 6 min to move there.");
  await white.getByRole("dialog").getByRole("button", { name: "Not now" }).click();
  await explained(white, "Ask on the chain");
  // the relay brings it: nothing is sent here, nothing fails, and nothing is offered
  await sees(
    white,
    /You have asked on the chain. Without a move in \d:\d\d you win 0\.04 EGLD; the relay sees to it\./,
  );
  expect(await white.getByTestId("transaction").count()).toBe(0);
  expect(await asks.count()).toBe(0);
  await world.chain.skipEpochs(1);
  await white.getByTestId("end").getByText("+0.02 EGLD").waitFor();
  await sees(white, "You won by inactivity");
  expect(await white.getByTestId("transaction").count()).toBe(0);
  expect(id).toBeGreaterThan(0);
});

test("who doesn't come for a first move is waited for, and the game is called off", async () => {
  const { white, black } = await meet(world, "alice", "bob");
  await play(white, black, ["e2e4"]);
  await black.context().close();
  await white.clock.install();
  await sees(white, /They are away\. In [23]:\d\d you can ask on the chain; \d+ min later the game is called off\./);
  expect(await white.getByRole("button", { name: /chain/ }).count()).toBe(0);
  await white.clock.fastForward("03:01");
  await sees(white, /They don't move\. Ask, and \d+ min later the game is called off\./);
  await explained(white, "Ask on the chain");
  await sees(white, "You have asked on the chain.");
  await world.chain.skipEpochs(1);
  await sees(white, "No result: time ran out before both had moved");
  // who hasn't moved has what they began with, whatever the chain gave for an answer
  const clock = (color: string) => white.locator(`[data-color="${color}"]`).getByTestId("clock").textContent();
  expect([await clock("white"), await clock("black")]).toEqual(["3:02", "3:00"]);
});
