// make lighthouse: the production build on a phone. Not a test of make test: beside others it measures the others.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Chain } from "../world/chain";
import { serveSite } from "../world/site";
import { CHROMIUM, WAGER } from "../world/world";

/** The lowest allowed scores, of 100. */
const PERFORMANCE = 95;
const ACCESSIBILITY = 100;
/** A round of the network: as often there is something new. */
const ROUND_MS = 600;
/** Each view is measured so often, and each time has to do. */
const RUNS = 5;

const LIGHTHOUSE = fileURLToPath(
  new URL("../../../tools/lighthouse/node_modules/lighthouse/cli/index.js", import.meta.url),
);

interface Report {
  categories: Record<"performance" | "accessibility", { score: number | null }>;
  audits: Record<string, { displayValue?: string }>;
  /** How fast the machine is, by Lighthouse's own measure. */
  environment: { benchmarkIndex: number };
}

let chain: Chain;
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  chain = await Chain.start(ROUND_MS);
  await chain.deploy(WAGER);
  for (const name of ["alice", "bob"]) await chain.call(chain.player(name), "joinGame", [], WAGER);
  await chain.play(1, ["alice", "bob"], ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
  for (const name of ["grace", "heidi"]) await chain.call(chain.player(name), "joinGame", [], WAGER);
  await chain.play(2, ["grace", "heidi"], ["f3", "e5", "g4", "Qh4#"]);
  await chain.call(chain.player("carol"), "challenge", [null, 2, { base: 300, increment: 3 }, 1, false], WAGER);
  const settings = { ...chain.settings("devnet"), ...(await chain.deployEngines()) };
  site = await serveSite("dist", settings, { gzip: true });
});
afterAll(() => {
  site?.stop();
  chain?.stop();
});

test.each([
  ["the lobby", ""],
  ["a running game", "#/game/1"],
  ["a game that is over", "#/game/2"],
  ["an analysis", "#/replay/2"],
  ["the engine", "#/engine"],
])("%s on a phone", async (name, path) => {
  for (let run = 0; run < RUNS; run++) {
    const { categories, audits, environment } = await report(site.url + path);
    const [performance, accessibility] = [categories.performance, categories.accessibility].map(({ score }) =>
      Math.round(100 * (score ?? 0)),
    );
    const shown = [
      "first-contentful-paint",
      "largest-contentful-paint",
      "total-blocking-time",
      "cumulative-layout-shift",
      "speed-index",
    ].map((audit) => `${audit} ${audits[audit]?.displayValue}`);
    shown.push(`benchmark index ${environment.benchmarkIndex}`);
    console.log(`${name}: performance ${performance}, accessibility ${accessibility}; ${shown.join(", ")}`);
    expect(performance, `performance of ${name}`).toBeGreaterThanOrEqual(PERFORMANCE);
    expect(accessibility, `accessibility of ${name}`).toBeGreaterThanOrEqual(ACCESSIBILITY);
  }
});

async function report(url: string): Promise<Report> {
  const flags = ["--output=json", "--quiet", "--only-categories=performance,accessibility"];
  const chrome = "--chrome-flags=--headless=new --no-sandbox --disable-gpu";
  const { stdout } = await promisify(execFile)(process.execPath, [LIGHTHOUSE, url, ...flags, chrome], {
    maxBuffer: 1 << 28,
    env: { ...process.env, CHROME_PATH: CHROMIUM },
  });
  return JSON.parse(stdout);
}
