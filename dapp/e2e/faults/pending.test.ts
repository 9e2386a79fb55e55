// Moves on their way to the chain: on the board at once, not forgotten by a reload, known in every tab.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { clickMove, MOVABLE, move, plies, seesPlies, World, walletIs } from "../world/world";

const world = World.ofTests({ byHand: true });

const fen = (page: Page) => page.getByTestId("board").getAttribute("data-fen");
const PENDING = '[data-testid="board"][data-pending="true"]';

test("a move stands on the board at once, through a reload, and in another tab", async () => {
  const { white, id } = await world.game("alice", "bob");
  const other = await world.beside(white, "alice");
  await other.goto(`${world.url}#/game/${id}`);
  await other.locator(MOVABLE).waitFor();

  await world.chain.holdBlocks();
  await clickMove(white, "e2e4");
  await white.locator(PENDING).waitFor();
  expect(await fen(white)).toContain("/4P3/8/PPPP1PPP/");
  await white.getByTestId("standing").locator('[data-stage="sent"]').waitFor();
  expect(await plies(white)).toBe(0);

  // the other tab shows it as well, and lets nobody move there
  await other.locator(PENDING).waitFor();
  expect(await other.locator(MOVABLE).count()).toBe(0);

  // the wallet and the move come back together
  await white.reload();
  await white.locator(PENDING).waitFor();
  expect(await white.locator(MOVABLE).count()).toBe(0);
  expect(await fen(white)).toContain("/4P3/8/PPPP1PPP/");
  expect(await plies(white)).toBe(0);
  world.chain.releaseBlocks();
  await seesPlies(white, 1);
  await seesPlies(other, 1);
  await white.locator(PENDING).waitFor({ state: "detached" });
  const kept = () => white.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("transaction")));
  await expect.poll(kept).toEqual([]);
  await other.close();
});

test("a move in advance is played when its turn comes, the king castles on his rook", async () => {
  const { white, id } = await world.game("alice", "bob");
  await world.chain.play(id, ["alice", "bob"], ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5"]);
  await seesPlies(white, 6);
  await white.locator(MOVABLE).waitFor();
  await world.chain.holdBlocks();
  await clickMove(white, "e1h1");
  await white.locator(PENDING).waitFor();
  expect(await fen(white)).toContain("RNBQ1RK1 b");
  world.chain.releaseBlocks();

  // the next one waits for Black's move
  await seesPlies(white, 7);
  await clickMove(white, "d2d3");
  await white.locator("cg-board square.current-premove").first().waitFor({ state: "attached" });
  // and another one after it: both stand on the board already
  await clickMove(white, "d3d4");
  await white.getByText("Their turn · 2 moves set").waitFor();
  expect(await fen(white)).toContain("2BPP3/5N2");
  await world.chain.play(id, ["alice", "bob"], ["Nf6"], await world.chain.fen(id));
  await seesPlies(white, 9);
  await white.getByText("Their turn · next move set").waitFor();
  // Escape, or the button, takes back what is left
  await white.keyboard.press("Escape");
  await white.getByText("Their turn", { exact: true }).waitFor();
  expect(await fen(white)).toContain("3P1N2");

  // who wants to be asked before each move is asked before this one, too
  const ask = (choice: string) =>
    white.evaluate((choice) => localStorage.setItem("chess.confirmMoves", choice), choice);
  await ask("on");
  await white.reload();
  await seesPlies(white, 9);
  // the wallet comes back after the page does
  await walletIs(white, "connected");
  await clickMove(white, "b1c3");
  await white.locator("cg-board square.current-premove").first().waitFor({ state: "attached" });
  await world.chain.play(id, ["alice", "bob"], ["h6"], await world.chain.fen(id));
  await white.getByText("Play Nc3?").waitFor();
  expect(await plies(white)).toBe(10);
  await ask("off");
});

test.each([
  ["a desktop", 1000, 700],
  ["a phone", 390, 844],
  ["a small phone", 320, 568],
])("nothing moves when the opponent does, and no click lands elsewhere: on %s", async (_, width, height) => {
  const { white, id } = await world.game("alice", "bob");
  await white.setViewportSize({ width, height });
  await world.chain.play(id, ["alice", "bob"], ["e4"]);
  await seesPlies(white, 1);
  await white.evaluate(() => {
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] };
        const nodes = sources.map(({ node }) =>
          node instanceof Element
            ? node.outerHTML.slice(0, 120)
            : `${node?.textContent} in ${node?.parentElement?.className}`,
        );
        shifts.push(`${value}: ${nodes.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: false });
  });
  const places = () =>
    white.evaluate(() =>
      [...document.querySelectorAll('main button, main a, main input, [data-testid="board"]')]
        // the moves themselves grow by one
        .filter((element) => !element.closest('[data-testid="moves"]') && !element.matches("[data-square]"))
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [element.getAttribute("aria-label") ?? element.textContent, x, y, width, height].join(" ");
        }),
    );
  const before = await places();
  await world.chain.play(id, ["alice", "bob"], ["d5"], "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  await seesPlies(white, 2);
  await white.locator(MOVABLE).waitFor();
  expect(await places()).toEqual(before);
  // and a capture, which adds a row to the players' bars
  await move(white, "e4d5");
  expect(await places()).toEqual(before);
  await world.chain.call(world.chain.player("bob"), "draw", [id]);
  await white.getByRole("button", { name: "Accept the draw" }).waitFor();
  const after = (await places()).filter((place) => !/^(Accept the draw|Decline)/.test(place));
  expect(after).toEqual(before);
  expect(await white.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
});
