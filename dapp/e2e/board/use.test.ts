// A game without the mouse, and its traces afterwards.
import { readFile } from "node:fs/promises";
import { parsePgn } from "chessops/pgn";
import { expect, test } from "vitest";
import type { Chain } from "../world/chain";
import { bar, choose } from "../world/signedTable";
import { clickSquare, MOVABLE, plies, seesPlies, typeMove, World } from "../world/world";

const world = World.ofTests();

/** The day, by the chain's clock, which tests move on, of a game's first call of an endpoint. */
async function dayOf(chain: Chain, endpoint: string, game: number): Promise<string> {
  const answer = await fetch(`${chain.url}/transactions?receiver=${chain.contract}&size=1000`);
  const calls = (await answer.json()) as { data?: string; timestamp: number }[];
  const isNamed = ({ data }: { data?: string }) => {
    const [name, id = ""] = Buffer.from(data ?? "", "base64")
      .toString()
      .split("@");
    return name === endpoint && Number.parseInt(id, 16) === game;
  };
  const first = calls.filter(isNamed).at(-1);
  return new Date((first?.timestamp ?? 0) * 1_000).toISOString().slice(0, 10).replaceAll("-", ".");
}

test("by keyboard alone; then the record of the game", async () => {
  const { chain } = world;
  const { white, black, id } = await world.game("alice", "bob");
  // the board is reached by Tab, its squares by arrows: from a1 to g1, then up to f3
  await white.locator(MOVABLE).waitFor();
  await white.locator('[data-square="a1"]').focus();
  for (let step = 0; step < 6; step++) await white.keyboard.press("ArrowRight");
  await white.keyboard.press("Enter");
  const isPicked = white.locator('[data-square="g1"][aria-label="g1 white knight, selected"]');
  await isPicked.waitFor();
  // Escape puts it down
  await white.keyboard.press("Escape");
  await isPicked.waitFor({ state: "detached" });
  await white.keyboard.press("Enter");
  await isPicked.waitFor();
  for (const key of ["ArrowUp", "ArrowUp", "ArrowLeft", "Enter"]) await white.keyboard.press(key);
  await seesPlies(black, 1);
  await expect.poll(() => black.getByTestId("announcer").textContent()).toBe("White: knight f3. Black to move.");

  // typed, in SAN or as squares; what isn't legal isn't sent
  await typeMove(black, "Ke7");
  await black.getByText('"Ke7" is not a move here').waitFor();
  await expect
    .poll(() => black.getByRole("textbox", { name: "Type a move" }).getAttribute("aria-invalid"))
    .toBe("true");
  await typeMove(black, "g8f6");
  await seesPlies(white, 2);
  await typeMove(white, "g3");
  await seesPlies(white, 3);

  // the arrows step through the moves
  const board = white.getByTestId("board");
  await white.getByRole("heading", { name: "Game", level: 1 }).click({ force: true });
  await white.keyboard.press("ArrowLeft");
  await white.keyboard.press("ArrowLeft");
  await expect.poll(() => board.getAttribute("data-fen")).toContain("PPPPPPPP/RNBQKB1R b");
  await white.keyboard.press("Home");
  await expect.poll(() => board.getAttribute("data-fen")).toContain("RNBQKBNR w");
  // it is said why nothing can be moved, and what leads back
  await white.getByText("You are looking at the start.").waitFor();
  await white.getByRole("button", { name: "Back to the game" }).click();
  await expect.poll(() => board.getAttribute("data-fen")).toContain("PPPPPP1P/RNBQKB1R b");
  await white.keyboard.press("Home");
  await white.keyboard.press("End");
  await expect.poll(() => board.getAttribute("data-fen")).toContain("PPPPPP1P/RNBQKB1R b");
  // one tab stop for all moves
  await expect.poll(() => white.locator('[data-testid="moves"] button[tabindex="0"]').count()).toBe(1);
  await white.keyboard.press("Home");

  // who has a herotag is called by it
  const alice = world.chain.player("alice").address;
  const username = { data: { username: "queen-alice.elrond" }, error: "", code: "successful" };
  await black.route(`**/address/${alice}/username`, (route) => route.fulfill({ json: username }));
  // a ready player needs none of sdk-dapp's lines to the network
  const lines: string[] = [];
  black.on("websocket", (line) => lines.push(line.url()));
  await black.reload();
  await bar(black, "white").getByText("@queen-alice", { exact: true }).waitFor();
  await expect.poll(() => black.getByText("@queen-alice").count()).toBe(1);

  // a player who wants to be asked: the move stands on the board, and is sent at the player's word
  const asked = () =>
    black.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => name.includes("flatPieces")).length,
    );
  expect(await asked()).toBe(0);
  await black.getByRole("button", { name: "Settings" }).click();
  const settings = black.getByRole("dialog", { name: "Settings" });
  await choose(settings, "Ask before each move", "On");
  // other pieces: they come with their sample, and all of them can be drawn
  const imageOf = (selector: string) =>
    black.getByTestId("ground").evaluate((ground, selector) => {
      const part = ground.querySelector(selector);
      return part ? getComputedStyle(part).backgroundImage : "none";
    }, selector);
  const king = () => imageOf("piece.white.king");
  // samples show what can be chosen, each in its own colours and with its own pieces
  const drawn = (selector: string) =>
    settings
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => getComputedStyle(element).backgroundImage));
  const boards = settings.getByRole("group", { name: "Board" });
  const samples = '[data-testid="sample"]';
  const kings = () => drawn(`${samples} piece.white.king`);
  await expect.poll(async () => new Set(await kings()).size).toBe(2);
  const first = await king();
  const [classic, flat] = await kings();
  expect(first).toBe(classic);
  expect(new Set(await drawn(`fieldset:has([name="board"]) ${samples}`)).size).toBe(4);
  // by keyboard: what is chosen is drawn, and nothing moves
  const places = () =>
    settings
      .locator("label, legend, input")
      .evaluateAll((elements) => elements.map((element) => JSON.stringify(element.getBoundingClientRect())));
  const before = await places();
  await boards.getByRole("radio", { name: "Brown", exact: true }).focus();
  for (const [index, name] of ["Green", "Blue", "Grey", "Brown"].entries()) {
    await black.keyboard.press("ArrowRight");
    expect(await boards.getByRole("radio", { name, exact: true }).isChecked()).toBe(true);
    const sample = boards.locator(samples).nth((index + 1) % 4);
    expect(await imageOf("cg-board")).toBe(
      await sample.evaluate((element) => getComputedStyle(element).backgroundImage),
    );
    expect(await places()).toEqual(before);
  }
  await choose(settings, "Pieces", "Flat");
  await expect.poll(king).toBe(flat);
  // the samples stay what they are
  expect(await kings()).toEqual([classic, flat]);
  expect(await places()).toEqual(before);
  const broken = await black.getByTestId("ground").evaluate(async (ground) => {
    const images = [...ground.querySelectorAll("piece:not(.ghost)")].map((piece) => {
      const image = new Image();
      image.src = getComputedStyle(piece).backgroundImage.slice('url("'.length, -'")'.length);
      return image.decode().then(
        () => "",
        () => piece.className,
      );
    });
    return (await Promise.all(images)).filter(Boolean);
  });
  expect(broken).toEqual([]);
  await choose(settings, "Pieces", "Classic");
  await expect.poll(king).toBe(first);
  // a click beside a dialog closes it
  await black.mouse.click(5, 5);
  await settings.waitFor({ state: "detached" });
  const sent: string[] = [];
  black.on("request", (request) => request.url().endsWith("/transaction/send") && sent.push(request.url()));
  const propose = async (squares: [string, string]) => {
    await black.locator(MOVABLE).waitFor();
    for (const square of squares) await clickSquare(black, square);
  };
  await propose(["d7", "d5"]);
  await black.getByText("Play d5?").waitFor();
  await black.getByRole("button", { name: "Take back" }).click();
  await black.locator('[data-testid="board"][data-fen*="pppppppp"]').waitFor();
  await propose(["g7", "g6"]);
  expect([sent.length, await plies(white)]).toEqual([0, 3]);
  await black.getByRole("button", { name: "Play g6" }).click();
  await seesPlies(white, 4);
  expect(sent).toHaveLength(1);
  expect(lines).toEqual([]);
  // White looked at the start: the new move is shown
  await expect.poll(() => board.getAttribute("data-fen")).toContain("PPPPPP1P/RNBQKB1R w");

  // the record: FEN, PGN, lichess
  await white.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await white.getByRole("link", { name: "Analysis" }).click();
  await white.getByTestId("replay").waitFor();
  // the focus comes along, and what was pressed is no more
  expect(await white.evaluate(() => document.activeElement?.matches("div:has(> main)"))).toBe(true);
  const copied = () => white.evaluate(() => navigator.clipboard.readText());
  await white.evaluate(() => {
    const refuse = async () => {
      throw new DOMException("denied", "NotAllowedError");
    };
    Object.defineProperty(navigator.clipboard, "writeText", { value: refuse, configurable: true });
  });
  // what a button says after a press it says for two seconds
  const button = (name: string) => white.getByRole("button", { name });
  await Promise.all([button("Not allowed to copy").waitFor(), button("Copy FEN").click()]);
  await white.evaluate(() => Reflect.deleteProperty(navigator.clipboard, "writeText"));
  const fen = await white.getByRole("textbox", { name: "FEN" }).inputValue();
  expect(fen).toBe(await world.chain.fen(id));
  const link = await white.getByRole("link", { name: "Analyse on lichess" }).getAttribute("href");
  expect(link).toBe(`https://lichess.org/analysis/standard/${fen.replaceAll(" ", "_")}`);
  const text = white.getByRole("textbox", { name: "PGN" });
  // the day comes from the network's API
  await expect.poll(() => text.inputValue()).toMatch(/\[Date "2/);
  const pgn = await text.inputValue();
  await Promise.all([button("Copied").waitFor(), button("Copy PGN").click()]);
  expect((await copied()).replaceAll("\r", "")).toBe(pgn);
  const downloading = white.waitForEvent("download");
  await white.getByRole("link", { name: "Download" }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  expect(file.trim()).toBe(pgn.trim());
  const [game] = parsePgn(file);
  expect(game?.headers.get("White")).toBe("@alice");
  expect(game?.headers.get("WhiteAddress")).toBe(world.chain.player("alice").address);
  expect([...(game?.moves.mainline() ?? [])].map(({ san }) => san)).toEqual(["Nf3", "Nf6", "g3", "g6"]);
  // also of moves on the chain the day is known
  expect(game?.headers.get("Date")).toBe(await dayOf(chain, "makeMove", id));
  expect(game?.headers.get("Variant")).toBe("Standard");
  expect(game?.headers.get("TimeControl")).toBe("-");

  // who only looks on, in another browser, gets the day, the end and the transaction that settled it, too
  await chain.call(chain.player("alice"), "resign", [id]);
  const { page: other } = await world.visitor();
  await other.goto(`${world.url}#/replay/${id}`);
  const record = other.getByRole("textbox", { name: "PGN" });
  await expect.poll(() => record.inputValue()).toContain("[Transaction ");
  const settled = parsePgn(await record.inputValue())[0]?.headers;
  expect(settled?.get("Date")).toBe(game?.headers.get("Date"));
  expect(settled?.get("EndDate")).toBe(await dayOf(chain, "resign", id));
  expect(await chain.functionOf(settled?.get("Transaction") ?? "")).toBe("resign");
});
