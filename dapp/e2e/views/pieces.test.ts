// The pieces of pictures and GIFs of games are the page's own plain ones: PIECES=write draws them
// again.
import { readFile, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { pieceSvg } from "../../src/board/flatPieces";
import { sharedBrowser } from "../world/world";

const FILE = new URL("../../../crates/game-picture/src/pieces.bin", import.meta.url);

/** The side of a square in pixels, and the order in which the file has the pieces. */
const SIDE = 60;
const ROLES = ["king", "queen", "rook", "bishop", "knight", "pawn"] as const;

/** Of each pixel one byte: 0 where the square is seen, else 1 + 3 × grey (0 to 7) + how much covers the square (0 to 2). */
async function drawn(): Promise<Buffer> {
  const page = await (await sharedBrowser()).newPage();
  const pictures = (["white", "black"] as const).flatMap((color) => ROLES.map((role) => pieceSvg(color, role)));
  const bytes = await page.evaluate(
    async ({ pictures, side }) => {
      const bytes: number[] = [];
      for (const picture of pictures) {
        const image = new Image(side, side);
        image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
        await image.decode();
        const canvas = new OffscreenCanvas(side, side);
        const context = canvas.getContext("2d");
        if (!context) throw new Error("nothing to draw on");
        context.drawImage(image, 0, 0, side, side);
        const { data } = context.getImageData(0, 0, side, side);
        for (let at = 0; at < data.length; at += 4) {
          const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
          const cover = Math.round((alpha / 255) * 3);
          const grey = Math.round((((red + green + blue) / 3) * 7) / 255);
          bytes.push(cover === 0 ? 0 : 1 + 3 * grey + (cover - 1));
        }
      }
      return bytes;
    },
    { pictures, side: SIDE },
  );
  await page.close();
  return Buffer.from(bytes);
}

test("pictures of games have the page's plain pieces", async () => {
  const pieces = await drawn();
  if (process.env.PIECES === "write") await writeFile(FILE, pieces);
  const kept = await readFile(FILE);
  expect(kept.length).toBe(12 * SIDE * SIDE);
  // another browser may draw an edge a little otherwise
  const others = pieces.filter((byte, at) => byte !== kept[at]).length;
  expect(others).toBeLessThan(kept.length / 100);
});
