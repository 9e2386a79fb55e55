// The requests of a page while nothing happens: a budget of requests a minute, by the page's own
// clock, which is run fast.
import { expect, test } from "vitest";
import { TimedPage } from "../world/TimedPage";
import { hide, World } from "../world/world";

const world = World.ofTests();

test("a page at rest", async () => {
  const { white, black, id } = await world.game("alice", "bob");
  const { page: spectator } = await world.visitor();
  await spectator.goto(`${world.url}#/game/${id}`);
  const { page: lobby } = await world.visitor();
  const { id: ended } = await world.game("carol", "frank");
  await world.chain.call(world.chain.player("carol"), "resign", [ended]);
  const { page: over } = await world.visitor();
  await over.goto(`${world.url}#/game/${ended}`);
  await over.getByTestId("end").waitFor();
  const { page: analysis } = await world.visitor();
  await analysis.goto(`${world.url}#/replay/${ended}`);
  await analysis.getByTestId("replay").waitFor();

  const shown = { white: "standing", black: "standing", spectator: "standing" };
  const views = { ...shown, lobby: "join", over: "end", analysis: "replay" };
  const pages = { white, black, spectator, lobby, over, analysis };
  // what is over is asked for no more; the contract's pause and the clock still are
  const most = { white: 12, black: 12, spectator: 12, lobby: 12, over: 3, analysis: 3 };
  const perMinute = Object.fromEntries(
    await Promise.all(
      Object.entries(pages).map(async ([name, page]) => {
        const timed = await TimedPage.of(page, views[name as keyof typeof views]);
        return [name, await timed.minuteAtRest(most[name as keyof typeof most])] as const;
      }),
    ),
  );
  console.info("requests a minute at rest:", JSON.stringify(perMinute));
  for (const [name, count] of Object.entries(perMinute)) {
    expect(count, name).toBeLessThanOrEqual(most[name as keyof typeof most]);
  }
  // nobody looks at it: the lobby asks nothing, and a game only for news to its player
  await Promise.all([black, lobby].map(hide));
  expect(await TimedPage.running(lobby).minuteAtRest(1)).toBe(0);
  expect(await TimedPage.running(black).minuteAtRest(4)).toBeLessThanOrEqual(4);
  for (const name of ["white", "black", "spectator"]) expect(perMinute[name], name).toBeGreaterThan(0);
});
