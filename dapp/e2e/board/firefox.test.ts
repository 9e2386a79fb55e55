// The main flow in Firefox, which is driven by WebDriver BiDi: a link, moves by signature, mate, money.
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stopTime } from "../world/signedTable";
import { World } from "../world/world";

const FIREFOX = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

let world: World;
let browser: Browser;
beforeAll(async () => {
  [world, browser] = await Promise.all([
    World.start({ relay: [] }),
    // half a minute is the usual time for it
    puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, timeout: 150_000 }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await world?.stop();
});

const press = (page: Page, selector: string) => page.locator(selector).click();
const sees = (page: Page, selector: string) => page.waitForSelector(selector, { visible: true });
const attribute = (name: string, value: string | number) => `[data-testid="game"][data-${name}="${value}"]`;

/** A window of its own, in which a ready player is connected. */
async function player(name: string): Promise<Page> {
  const context = await browser.createBrowserContext();
  // a tab behind another one is hidden, and draws nothing
  const page = await context.newPage({ type: "window" });
  page.setDefaultTimeout(45_000);
  page.on("pageerror", (error) => {
    // sdk-dapp's own line to the network, which the local chain doesn't have
    if (!/socket\.io/.test(String(error))) console.error("the page threw:", error);
  });
  await page.setViewport({ width: 1000, height: 700 });
  await page.goto(`${world.url}#/wallet`);
  await page.evaluate(() => localStorage.setItem("chess.signedPlayRead", "yes"));
  await press(page, `button::-p-text(Play as ${name})`);
  await sees(page, "button::-p-text(Disconnect)");
  return page;
}

/** Clicks two squares of a board that White looks at from below, Black from above. */
async function move(page: Page, squares: string): Promise<void> {
  await sees(page, '[data-testid="board"][data-movable="true"]');
  const box = await (await sees(page, '[data-testid="ground"]'))?.boundingBox();
  const isFlipped = (await page.$('[data-testid="board"][data-orientation="black"]')) !== null;
  if (!box) throw new Error("there is no board");
  for (const square of [squares.slice(0, 2), squares.slice(2)]) {
    const [file, rank] = [square.charCodeAt(0) - "a".charCodeAt(0), Number(square[1]) - 1];
    const [x, y] = isFlipped ? [7 - file, rank] : [file, 7 - rank];
    await page.mouse.click(box.x + ((x + 0.5) * box.width) / 8, box.y + ((y + 0.5) * box.height) / 8);
  }
}

test("two strangers play to mate by signature, and the winner is paid", async () => {
  const [white, black] = await Promise.all([player("alice"), player("bob")]);
  await white.goto(`${world.url}#/`);
  await press(white, "button::-p-text(Challenge a friend)");
  await press(white, "dialog span::-p-text(0.01)");
  await press(white, "dialog summary::-p-text(More)");
  await press(white, "dialog span::-p-text(White)");
  await press(white, "dialog span::-p-text(3+2)");
  await press(white, 'dialog button[type="submit"]');
  await sees(white, '[data-testid="challenge"]');
  await black.goto(white.url());
  await press(black, "button::-p-text(Accept)");
  for (const page of [white, black]) await sees(page, '[data-testid="relay"][data-state="online"]');

  const before = await world.chain.balance(world.chain.player("bob").address);
  const play = async (squares: string, ply: number) => {
    await move(ply % 2 === 0 ? white : black, squares);
    for (const page of [white, black]) await sees(page, attribute("plies", ply + 1));
  };
  for (const [ply, squares] of ["f2f3", "e7e5", "g2g4"].entries()) await play(squares, ply);
  // after two seconds without an acknowledgement Black's page would bring the mate
  const goOn = await stopTime(black);
  await play("d8h4", 3);
  await sees(black, "::-p-text(You won by checkmate)");
  await sees(white, "::-p-text(You lost by checkmate)");
  await sees(black, "::-p-text(Signed by both)");
  await goOn();
  await press(black, "button::-p-text(Settle on the chain)");
  await sees(black, '[data-testid="end"]');
  await sees(white, attribute("state", "blackWon"));
  // the pot of twice 0.01 EGLD, less the fee of one call; it comes from another shard
  const won = async () => (await world.chain.balance(world.chain.player("bob").address)) - before;
  await expect.poll(won).toBeGreaterThan(19_000_000_000_000_000n);
});
