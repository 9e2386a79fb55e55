// sdk-core against the local chain: every view by its ABI. World's chain deploys, calls and issues tokens with it.
import { expect, test } from "vitest";
import { sharedChain, WAGER } from "./world/world";

test("sdk-core reads every view by its ABI, and a refusal in the contract's words", async () => {
  const chain = await sharedChain();
  await chain.deploy(WAGER);
  const players = ["alice", "bob"] as const;
  for (const name of players) await chain.call(chain.player(name), "joinGame", [], WAGER);
  await chain.play(1, [...players], ["e4", "e5"]);

  const { address } = chain.player("alice");
  const args: Record<string, unknown[]> = {
    getScore: [address],
    getCredit: [address],
    getCredits: [address],
    getSurplus: ["EGLD-000000"],
    getOpenChallenges: [0, 10],
    getSnapshot: [1, 0],
    getPlayerGames: [address, 0, 10],
    getOngoingGames: [address, 0, 10],
    getGamesPage: [1, 10],
  };
  const answers: Record<string, unknown[]> = {};
  for (const { name, input } of await chain.endpoints()) {
    answers[name] = await chain.view(name, args[name] ?? input.map(() => 1));
  }
  expect(Object.keys(answers).length).toBeGreaterThanOrEqual(19);
  expect(answers.isPaused).toEqual([false]);
  expect(String(answers.getWagerAmount)).toBe(String(WAGER));
  expect(String(answers.getGameCount)).toBe("1");
  expect(await chain.fen(1)).toBe("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
  await expect(chain.view("getBoard", [99])).rejects.toThrow(/game/i);
});

test("the program that the local chain's README shows starts a chain", async () => {
  const program = new URL("localnet.mjs", import.meta.url).href;
  const { startLocalnet } = await import(/* @vite-ignore */ program);
  const path = new URL("../../target/debug/localnet", import.meta.url).pathname;
  const { url, stop } = await startLocalnet({ program: process.env.LOCALNET ?? path });
  const { data } = await (await fetch(`${url}/network/config`)).json();
  expect(data.config.erd_chain_id).toBe("chain");
  stop();
});
