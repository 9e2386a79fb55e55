// Each language in windows of all widths: nothing cut off, nothing wider than the window, no serious fault by axe.
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { ENTERING_MS } from "../world/chain";
import { faultsInBoth } from "../world/looks";
import { isOn } from "../world/signedTable";
import { idOf, laidOut, move, seesPlies, WAGER, World } from "../world/world";

// on a chain whose time no other test moves
const world = World.ofTests({ ownChain: true, engines: true, tournaments: true });
beforeAll(async () => {
  const open = await world.chain.openTournament({ format: "Swiss", rounds: 9, start: Date.now() + 3_600_000 });
  const start = world.now() + ENTERING_MS;
  const running = await world.chain.openTournament({ start });
  for (const id of [open, running]) await world.chain.enter(id, Object.values(PLAYERS).flat());
  await world.passUntil(start);
  await world.chain.next(running);
});

const WIDTHS = [320, 390, 768, 1280, 1920];
const LOCALES = [
  ["en-US", "en", "ltr"],
  ["de-DE", "de", "ltr"],
  ["ar-EG", "ar", "rtl"],
] as const;

const PLAYERS = { en: ["alice", "bob"], de: ["carol", "frank"], ar: ["grace", "heidi"] } as const;

/** Elements wider than the window, and texts that their elements cut off or that cover a neighbour. */
const unfitting = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isSeen = (element: HTMLElement) =>
      // what only a screen reader has is one pixel wide; boards have pieces over their edges
      element.clientWidth > 1 &&
      element.textContent.trim() !== "" &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest("svg, option, .cg-wrap, [data-testid=board], [data-testid=six]");
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const isCut = (element: HTMLElement) => {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const [isWide, isHigh] = [scrollWidth > clientWidth + 1, scrollHeight > clientHeight + 1];
      if (!isWide && !isHigh) return false;
      const { display, overflowX, overflowY } = getComputedStyle(element);
      const isHiding = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const holdsText = display !== "inline" && hasText(element);
      return (isWide && (holdsText || isHiding(overflowX))) || (isHigh && isHiding(overflowY));
    };
    const describe = ({ textContent, className, scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement) =>
      `${textContent} (${className}): ${scrollWidth}×${scrollHeight} in ${clientWidth}×${clientHeight}`;
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = [...document.querySelectorAll<HTMLElement>("#root *")].filter((one) => isCut(one) && isSeen(one));
    return [...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} in ${clientWidth}`] : []), ...cut.map(describe)];
  });

/** The parts that don't fit, once a busy machine has laid out the page. */
async function faultsOfLayout(page: Page): Promise<string[]> {
  for (let attempt = 0; ; attempt++) {
    await laidOut(page);
    const found = await unfitting(page);
    if (found.length === 0 || attempt === 5) return found;
    await page.waitForTimeout(200);
  }
}

/** A view in all widths, and by axe in light and dark. */
async function fits(page: Page, name: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
    expect.soft(await faultsOfLayout(page), `${name} at ${width}`).toEqual([]);
  }
  expect.soft(await faultsInBoth(page), name).toEqual([]);
}

test.each(LOCALES)("views and the end of a practice game in %s", async (locale, language, direction) => {
  const { page } = await world.visitor({ locale });
  const root = page.locator(`html[lang="${language}"][dir="${direction}"]`);
  await root.waitFor();
  await page.getByTestId("join").waitFor();
  const views = [
    "how",
    "wallet",
    "engine",
    "players",
    "game/4000000000",
    "tournaments",
    "tournament/1",
    "tournament/2",
    `player/${world.chain.player("alice").address}`,
  ];
  for (const view of ["#/", ...views.map((view) => `#/${view}`)]) {
    await page.goto(world.url + view);
    await page.locator("main:not([aria-busy])").waitFor();
    await fits(page, `${language} ${view}`);
  }
  // and the end of a practice game
  await page.goto(`${world.url}#/practice`);
  await move(page, "e2e4");
  await seesPlies(page, 2);
  // resigns, and again where the button asks back
  await page.evaluate(async () => {
    const press = () => document.querySelector<HTMLElement>('[class*="actions"] button')?.click();
    press();
    await new Promise((resolve) => setTimeout(resolve, 400));
    press();
  });
  await page.getByTestId("standing").getByRole("link").waitFor();
  await fits(page, `${language} practice`);
});

test.each(LOCALES)("dialogs, a game, its end and its analysis in %s", async (locale, language) => {
  const [white, black] = PLAYERS[language];
  const page = await world.player(white, { locale });
  const join = page.getByTestId("join");
  await join.waitFor();
  await page.locator('[class*="ways"] button').first().click();
  await page.getByRole("dialog").waitFor();
  await fits(page, `${language} challenge`);
  await page.keyboard.press("Escape");
  await page.goto(`${world.url}#/wallet`);
  await page.getByTestId("purse").waitFor();
  await fits(page, `${language} purse`);
  await page.goto(`${world.url}#/`);
  await join.waitFor();
  await world.chain.call(world.chain.player(white), "joinGame", [], WAGER);
  // a page that has seen its player wait leads into the game
  await join.waitFor({ state: "detached" });
  await world.chain.call(world.chain.player(black), "joinGame", [], WAGER);
  await isOn(page);
  const id = idOf(page);
  await world.chain.play(id, [white, black], ["e4", "d5", "exd5", "Qxd5", "Nc3"]);
  await seesPlies(page, 5);
  await fits(page, `${language} game`);
  await page.locator("header button[title]").click();
  await page.getByRole("dialog").waitFor();
  await fits(page, `${language} settings`);
  await page.keyboard.press("Escape");
  await world.chain.call(world.chain.player(black), "resign", [id]);
  await page.getByTestId("end").waitFor();
  await fits(page, `${language} end`);
  await page.goto(`${world.url}#/replay/${id}`);
  await page.getByTestId("replay").waitFor();
  await fits(page, `${language} analysis`);
  // another language than the browser's, while the dialog stays, and what was chosen is kept
  const other = language === "en" ? "de" : "en";
  await page.locator("header button[title]").click();
  await page.getByRole("dialog").locator("select").first().selectOption(other);
  await page.locator(`html[lang="${other}"]`).waitFor();
  await page.getByRole("dialog", { name: other === "en" ? "Settings" : "Einstellungen" }).waitFor();
  await page.reload();
  await page.locator(`html[lang="${other}"]`).waitFor();
});
