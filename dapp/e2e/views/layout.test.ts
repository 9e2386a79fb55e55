// Windows of all kinds, and browsers that allow little.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { overflow } from "../world/looks";
import {
  clickSquare,
  connect,
  hide,
  laidOut,
  lookAway,
  MOVABLE,
  seesPlies,
  WAGER,
  World,
  walletIs,
} from "../world/world";

const world = World.ofTests({ engines: true });

/** Windows of phones, upright and sideways. */
const PHONES = [
  [320, 568],
  [390, 844],
  [844, 390],
] as const;

test("a phone held sideways, a large screen", async () => {
  const { white } = await world.game("alice", "bob");
  const board = async () => (await white.getByTestId("board").boundingBox()) ?? { width: 0, height: 0, y: 0 };
  // languages.test.ts has narrow windows
  await white.setViewportSize({ width: 844, height: 390 });
  await laidOut(white);
  // it was 208 when two columns went by width alone
  await expect.poll(async () => (await board()).width).toBeGreaterThan(300);
  expect((await board()).y + (await board()).height).toBeLessThanOrEqual(390);
  await expect.poll(() => overflow(white)).toBeLessThanOrEqual(0);
  await white.setViewportSize({ width: 1920, height: 1080 });
  await laidOut(white);
  // it was capped at 704
  await expect.poll(async () => (await board()).width).toBeGreaterThan(860);
  expect((await board()).y + (await board()).height).toBeLessThanOrEqual(1080);

  // the bell beside "Tell me when it's my turn" was squeezed
  await white.setViewportSize({ width: 1280, height: 860 });
  await laidOut(white);
  const squeezed = () =>
    white
      .locator("button svg[width]")
      .evaluateAll((icons) =>
        icons
          .filter((icon) => icon.getBoundingClientRect().width < Number(icon.getAttribute("width")))
          .map((icon) => icon.parentElement?.textContent),
      );
  await expect.poll(squeezed).toEqual([]);
  // the panel was 48 pixels shorter than what stands beside it
  const ends = () =>
    white.getByTestId("game").evaluate((game) => {
      const [table, panel] = [...game.querySelectorAll(":scope > div")].map((part) => part.getBoundingClientRect());
      return (table?.bottom ?? 0) - (panel?.bottom ?? 0);
    });
  await expect.poll(ends).toBeCloseTo(0, 0);

  // on a tablet the network's name lay under the settings' button
  for (const width of [390, 700, 768, 900]) {
    await white.setViewportSize({ width, height: 1024 });
    const gap = () =>
      white.getByRole("banner").evaluate((header) => {
        const edges = [...header.querySelectorAll("nav > *")].map((item) => item.getBoundingClientRect().right);
        const tools = header.querySelector("button")?.getBoundingClientRect().left ?? 0;
        return tools - Math.max(...edges);
      });
    await expect.poll(gap, { message: `the header at ${width}` }).toBeGreaterThanOrEqual(0);
    await expect.poll(() => overflow(white)).toBeLessThanOrEqual(0);
  }

  // how it stands is seen whole, and the bars hold what they show; a phone held sideways had "Your turn" cut off
  for (const [width, height] of PHONES) {
    await white.setViewportSize({ width, height });
    await laidOut(white);
    const cut = () =>
      white.getByTestId("game").evaluate((game) => {
        const parts = [...game.querySelectorAll('[data-testid="standing"], [data-testid="player"]')];
        return parts
          .filter((part) => part.scrollHeight > part.clientHeight)
          .map((part) => part.outerHTML.slice(0, 200));
      });
    await expect.poll(cut, { message: `cut off at ${width}` }).toEqual([]);
    // what is played for is in sight
    const pot = white.getByTestId("pot").getByText("0.1 EGLD");
    const lower = async () => ((await pot.boundingBox())?.y ?? height) + 10;
    await expect.poll(lower, { message: `the pot at ${width}` }).toBeLessThan(height);
  }

  // coordinates in their own row, and readable: each lies in the square that it names
  await white.setViewportSize({ width: 844, height: 390 });
  await laidOut(white);
  const rows = await white.locator('[data-coordinate="rank"]').evaluateAll((labels) => {
    const box = document.querySelector('[data-testid="board"]')?.getBoundingClientRect();
    if (!box) return [];
    return labels.map((label) => {
      const { top, bottom } = label.getBoundingClientRect();
      const row = Math.floor(((top + bottom) / 2 - box.top) / (box.height / 8));
      return `${label.textContent} in ${8 - row}`;
    });
  });
  expect(rows).toEqual(["8 in 8", "7 in 7", "6 in 6", "5 in 5", "4 in 4", "3 in 3", "2 in 2", "1 in 1"]);
});

test("captured pieces can be told apart on a phone", async () => {
  const { white, id } = await world.game("carol", "grace");
  // White takes a pawn, a queen and another pawn, Black a pawn, a knight and a bishop
  const moves = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Nf6", "Nxd5", "Nxd5", "Bb5+", "c6", "Bxc6+", "Nxc6"];
  await world.chain.play(id, ["carol", "grace"], moves);
  await seesPlies(white, moves.length);
  for (const [width, height] of PHONES) {
    await white.setViewportSize({ width, height });
    await laidOut(white);
    const bars = await white.locator('[data-testid="player"]').evaluateAll((bars) =>
      bars.map((bar) => {
        const edge = bar.querySelector('[aria-label^="captured"]')?.getBoundingClientRect();
        const places = [...bar.querySelectorAll("piece")].map((piece) => piece.getBoundingClientRect());
        return {
          kinds: bar.querySelectorAll("piece").length,
          sizes: places.map((place) => place.width),
          steps: places.slice(1).map((place, index) => place.left - (places[index]?.left ?? 0)),
          isWhole: places.every(({ left, right }) => edge && left >= edge.left && right <= edge.right),
        };
      }),
    );
    for (const { kinds, sizes, steps, isWhole } of bars) {
      // the difference: a queen and a pawn for White, a knight and a bishop for Black
      expect([kinds, isWhole], `${width}`).toEqual([2, true]);
      // they were 17.6 pixels each
      for (const size of sizes) expect(size).toBeGreaterThanOrEqual(20);
      // of different kinds most is seen
      for (const step of steps) expect(step).toBeGreaterThanOrEqual(10);
    }
  }
});

/** The result's place: whether all of it is on the board, the last move's square is seen, and it scrolls. */
const resultOn = (page: Page) =>
  page.getByTestId("game").evaluate((game) => {
    const box = (selector: string) => game.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
    const [board, end, to] = ["[data-testid=board]", "[data-testid=end]", "square.last-move"].map(box);
    const isOver = (part?: DOMRect) =>
      !!part && !!end && part.top < end.bottom - 1 && end.top < part.bottom - 1 && part.left < end.right;
    return {
      isOnBoard: !!board && !!end && end.width > 0 && end.top >= board.top && end.bottom <= board.bottom,
      isMoveSeen: !isOver(to),
      isScrolled: (game.querySelector("[data-testid=end]")?.scrollHeight ?? 0) > (end?.height ?? 0),
    };
  });

test("the result lies over the board until it is put away, and beside it for who comes later", async () => {
  const { white, black, id } = await world.game("frank", "heidi");
  const { page: spectator } = await world.visitor({ locale: "ar-EG" });
  const { page: studying } = await world.visitor();
  for (const page of [spectator, studying]) await page.goto(`${world.url}#/game/${id}`);
  await world.chain.play(id, ["frank", "heidi"], ["e4", "e5", "Qh5", "Nc6"]);
  const all = [white, black, spectator, studying];
  await Promise.all(all.map((page) => seesPlies(page, 4)));
  await studying.locator("body").press("ArrowLeft");
  await world.chain.call(world.chain.player("heidi"), "resign", [id]);
  const standing = (page: Page) => page.getByTestId("standing");
  for (const page of [white, black, spectator]) await page.getByTestId("end").waitFor();
  for (const [width, height] of [...PHONES, [1280, 860], [1920, 1080]] as const) {
    for (const page of [white, spectator]) {
      await page.setViewportSize({ width, height });
      await laidOut(page);
      const whole = { isOnBoard: true, isMoveSeen: true, isScrolled: false };
      await expect.poll(() => resultOn(page), { message: `${width}×${height}` }).toEqual(whole);
    }
  }
  // once for eyes, and once for who hears it
  await white.getByTestId("end").getByText("You won by resignation").waitFor();
  await standing(white).getByText("Game over").waitFor();
  await expect.poll(() => white.getByText(/won by resignation/).count()).toBe(2);
  await expect.poll(() => white.locator("[role=status]", { hasText: "White won by resignation." }).count()).toBe(1);

  // by Escape, by a press on the board, by a step back; then the status tells it
  const isGone = (page: Page) => page.getByTestId("end").waitFor({ state: "detached" });
  await white.locator("body").press("Escape");
  await isGone(white);
  await standing(white).getByText("You won by resignation").waitFor();
  await black.waitForTimeout(700);
  await clickSquare(black, "a3");
  await isGone(black);
  await spectator.locator("body").press("ArrowLeft");
  await isGone(spectator);
  // who looks at an earlier move is left alone
  await standing(studying).getByText("White won by resignation").waitFor();
  expect(await studying.getByTestId("end").count()).toBe(0);
  // not again
  await white.reload();
  await standing(white).getByText("You won by resignation").waitFor();
  await white.waitForTimeout(500);
  expect(await white.getByTestId("end").count()).toBe(0);
  // who comes later has the board free
  const { page: late } = await world.visitor();
  await late.goto(`${world.url}#/game/${id}`);
  await late.getByTestId("end").getByText("White won by resignation").waitFor();
  const [board, end] = await Promise.all(["board", "end"].map((part) => late.getByTestId(part).boundingBox()));
  expect(end?.x).toBeGreaterThanOrEqual((board?.x ?? 0) + (board?.width ?? 0));
  // what stands on the board's other side stays there: a table and a file's field were wider than their card
  await late.setViewportSize({ width: 1100, height: 800 });
  for (const view of [`replay/${id}`, "analysis"]) {
    await late.goto(`${world.url}#/${view}`);
    await late.getByTestId("engine").waitFor();
    const sticksOut = () => late.locator("main > aside").evaluate((aside) => aside.scrollWidth - aside.clientWidth);
    await expect.poll(sticksOut, { message: view }).toBeLessThanOrEqual(0);
  }
});

/** The contrast of two colours as WCAG counts it. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red = 0, green = 0, blue = 0] = (hex.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => {
      const value = Number.parseInt(pair, 16) / 255;
      return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour as six digits, also where a style sheet has three. */
const sixDigits = (hex: string): string => (hex.length === 4 ? hex.replace(/[0-9a-f]/gi, "$&$&") : hex);

test("coordinates have the contrast of text on every board", async () => {
  const { page } = await world.visitor();
  for (const board of ["brown", "green", "blue", "grey"]) {
    const colors = await page.evaluate((board) => {
      document.documentElement.dataset.board = board;
      const style = getComputedStyle(document.documentElement);
      return ["--coordinate", "--square-light", "--square-dark"].map((name) => style.getPropertyValue(name).trim());
    }, board);
    const [coordinate = "", light = "", dark = ""] = colors;
    expect(contrast(coordinate, light), `${board}, light`).toBeGreaterThan(4.5);
    expect(contrast(coordinate, dark), `${board}, dark`).toBeGreaterThan(4.5);
  }
});

test("the evaluation has the contrast of graphics, light and dark", async () => {
  const { page } = await world.visitor();
  for (const theme of ["light", "dark"]) {
    const colors = await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
      const style = getComputedStyle(document.documentElement);
      const names = ["page", "panel", "evaluation-white", "evaluation-black", "evaluation-edge", "evaluation-now"];
      return names.map((name) => style.getPropertyValue(`--${name}`).trim());
    }, theme);
    const [around = "", panel = "", whites = "", blacks = "", edge = "", now = ""] = colors.map(sixDigits);
    for (const beside of [around, panel, whites, blacks]) {
      expect(contrast(edge, beside), `${theme}: the edge beside ${beside}`).toBeGreaterThan(3);
    }
    for (const beside of [whites, blacks]) {
      expect(contrast(now, beside), `${theme}: the position beside ${beside}`).toBeGreaterThan(3);
    }
    expect(contrast(whites, blacks)).toBeGreaterThan(3);
  }
});

test("a browser that keeps nothing", async () => {
  const { page, context } = await world.visitor();
  await context.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    }
  });
  await page.reload();
  await page.getByTestId("join").waitFor();
  await connect(page, "carol");
  await walletIs(page, "connected");
});

test("who waits in a tab that nobody looks at learns that the game has begun", async () => {
  const { page } = await world.visitor();
  await page.getByTestId("account").click();
  await page.getByRole("button", { name: "Play as frank" }).click();
  // the button is gone: the focus is where the view begins, and not on nothing
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Wallet");
  await page.getByRole("link", { name: "Onchain Chess" }).click();
  await page.getByTestId("join").click();
  await page.getByText("You are waiting for an opponent.").waitFor();
  const comeBack = await lookAway(page);
  await hide(page);
  await world.chain.call(world.chain.player("grace"), "joinGame", [], WAGER);
  await page.waitForFunction(() => document.title.startsWith("Your turn"), undefined, { timeout: 60_000 });
  expect(new URL(page.url()).hash).toMatch(/^#\/game\//);
  await expect.poll(() => page.locator('link[rel="icon"]').getAttribute("href")).toContain("data:image");
  expect((await comeBack()).told.join()).toContain("Your game has begun");
  await page.locator(MOVABLE).waitFor();
});
