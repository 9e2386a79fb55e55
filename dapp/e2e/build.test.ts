// The production build: what it must not have, and how much its first view weighs.
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { Chain } from "./chain";
import { serveSite } from "./site";
import { launch, WAGER } from "./world";

/** The first view may weigh so many bytes, compressed. */
const FIRST_VIEW = 300_000;

/** What only the developer wallet says. */
const DEVELOPER_ONLY = ["Developer wallet", "chess.developer", "you refused to sign", "Play as ", "Ready players"];

async function scripts(build: string): Promise<string> {
  const folder = fileURLToPath(new URL(`../${build}/assets/`, import.meta.url));
  const names = (await readdir(folder)).filter((name) => name.endsWith(".js"));
  return (await Promise.all(names.map((name) => readFile(folder + name, "utf8")))).join("\n");
}

test("the developer wallet is in the local build alone", async () => {
  const [local, production] = await Promise.all([scripts("dist-local"), scripts("dist")]);
  for (const text of DEVELOPER_ONLY) {
    expect(local, "the local build").toContain(text);
    expect(production.includes(text), `the production build has "${text}"`).toBe(false);
  }
});

test("the first view is light, without any wallet's code, and offers no developer wallet", async () => {
  const chain = await Chain.start(100);
  const browser = await launch();
  try {
    await chain.deploy(WAGER);
    const site = await serveSite("dist", {
      network: "local",
      chainId: "chain",
      gateway: chain.url,
      api: chain.url,
      contract: chain.contract,
      views: chain.views,
      developerWallets: chain.players.map(({ name, secretKey }) => ({ name, secretKey })),
    });
    const page = await browser.newPage();
    const files: Record<string, number> = {};
    page.on("response", async (response) => {
      if (!response.url().startsWith(site.url) || !response.ok()) return;
      files[new URL(response.url()).pathname] = gzipSync(await response.body()).length;
    });
    await page.goto(site.url);
    await page.getByRole("button", { name: /^Join for/ }).waitFor();
    await page.waitForLoadState("networkidle").catch(() => {});
    const total = Object.values(files).reduce((sum, size) => sum + size, 0);
    console.info(`first view: ${total} bytes compressed in ${Object.keys(files).length} files`);
    expect(Object.keys(files).some((name) => name.startsWith("/assets/index"))).toBe(true);
    expect(Object.keys(files).filter((name) => /sdkDapp|developer|web-components/.test(name))).toEqual([]);
    expect(total).toBeLessThan(FIRST_VIEW);

    await page.goto(`${site.url}#/wallet`);
    await page.getByRole("heading", { name: "Wallet" }).waitFor();
    expect(await page.getByRole("button", { name: /Play as/ }).count()).toBe(0);
    site.stop();
  } finally {
    await browser.close();
    chain.stop();
  }
});
