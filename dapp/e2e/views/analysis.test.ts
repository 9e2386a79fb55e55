// Analysis without a game number: any FEN, PGN or file.
import { expect, test } from "vitest";
import { World } from "../world/world";

const world = World.ofTests();

// Legal's mate, with a blunder on each side
const PGN = `[White "Legal"]
[Black "Saint Brie"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0`;

test("a PGN, a file and a FEN are shown, the engine is on, and errors have signs in the move list", async () => {
  const { page } = await world.visitor();
  await page.goto(`${world.url}#/analysis`);
  const text = page.getByRole("textbox", { name: "FEN or PGN" });
  const view = page.getByTestId("analysis");
  await text.fill("nonsense");
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByRole("alert").getByText("This is neither a FEN nor a PGN.").waitFor();
  await text.fill(PGN);
  await page.getByRole("button", { name: "Show" }).click();
  await page.locator('[data-testid="analysis"][data-plies="13"]').waitFor();
  await page.getByTestId("engine").getByText("Legal – Saint Brie").waitFor();
  await page.getByRole("button", { name: "Stop Stockfish" }).waitFor();
  // 5… Bxd1 is mate in two
  await page.locator('[data-ply="10"] [data-sign="??"]').waitFor({ timeout: 120_000 });
  // a reload comes back to it
  await page.reload();
  await page.locator('[data-testid="analysis"][data-plies="13"]').waitFor();
  const file = { name: "short.pgn", mimeType: "text/plain", buffer: Buffer.from("1. d4 d5 2. c4 *") };
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.locator('[data-testid="analysis"][data-plies="3"]').waitFor();
  await text.fill("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1");
  await page.getByRole("button", { name: "Show" }).click();
  await expect.poll(() => view.getByTestId("board").getAttribute("data-fen")).toMatch(/^8\/8\/8\/4k3/);
});
