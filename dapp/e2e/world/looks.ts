// Looks at views as users do: no serious accessibility fault in light and dark, and pictures of them.
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { laidOut } from "./world";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const IS_KEPT = process.env.UPDATE_PICTURES !== undefined;
const PICTURES = fileURLToPath(new URL("../../../docs/page/", import.meta.url));

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESKTOP = { width: 1280, height: 860 };
const SIZES = { 390: PHONE.viewport, 1280: DESKTOP };

interface Fault {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

interface Axe {
  run(options: {
    resultTypes: string[];
    preload: boolean;
    runOnly?: readonly string[];
  }): Promise<{ violations: Fault[] }>;
}

/** Serious faults in the page as it is, by all rules or some. */
export async function faults(page: Page, rules?: readonly string[]): Promise<string[]> {
  // by the debugger, as the page's policy allows no other script
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (rules) =>
      // only lesser faults need style sheets and media to be loaded again
      (window as unknown as { axe: Axe }).axe.run({
        resultTypes: ["violations"],
        preload: false,
        ...(rules && { runOnly: rules }),
      }),
    rules,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

/** The rules about colors: a theme changes nothing else. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];

/** Serious faults in dark and in light, which it is left in. */
export async function faultsInBoth(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await laidOut(page);
    const here = await faults(page, colorScheme === "dark" ? OF_COLORS : undefined);
    found.push(...here.map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** By how many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function picture(page: Page, name: string) {
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ fullPage: true, path: `${PICTURES}${name}.jpg`, type: "jpeg", quality: 80 });
}

/**
 * A view without faults, in light and dark; with a name also on a phone, and UPDATE_PICTURES=1 writes its picture to docs/page.
 */
export async function look(page: Page, name?: string) {
  await page.setViewportSize(DESKTOP);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  expect(await faultsInBoth(page), name ?? page.url()).toEqual([]);
  if (!name) return;
  for (const [width, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    await laidOut(page);
    if (IS_KEPT && size === DESKTOP) await picture(page, name);
    // a busy machine takes its time to lay out the view again
    const wide = `${name} at ${width} is wider than the window`;
    await expect.poll(() => overflow(page), { message: wide }).toBeLessThanOrEqual(0);
    if (size === DESKTOP) continue;
    expect(await faultsInBoth(page), `${name} at ${width}`).toEqual([]);
  }
}

/** The buttons beside a game's board that lie over one another, in pairs. */
export const colliding = (page: Page): Promise<string[]> =>
  page.getByRole("main").evaluate((game) => {
    const buttons = [...game.querySelectorAll('[aria-label="Actions"] :is(a, button), :scope > button')].map(
      (button) => ({
        name: button.getAttribute("aria-label") ?? button.textContent,
        place: button.getBoundingClientRect(),
      }),
    );
    if (buttons.length === 0) throw new Error("there are no buttons");
    return buttons.flatMap(({ name, place: one }, index) =>
      buttons
        .slice(index + 1)
        .filter(
          ({ place }) =>
            one.left < place.right && place.left < one.right && one.top < place.bottom && place.top < one.bottom,
        )
        .map((other) => `${name} and ${other.name}`),
    );
  });
