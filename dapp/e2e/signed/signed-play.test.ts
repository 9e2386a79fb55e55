// The browser's own Ed25519 against the chain's answers: no page that replies to a signature may be alone with it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sharedBrowser } from "../world/world";

test("Chromium judges signatures as the chain does", async () => {
  const file = new URL("../../../crates/signed-play/vectors/ed25519.json", import.meta.url);
  const vectors = JSON.parse(readFileSync(file, "utf8")) as { name: string; chain: boolean }[];
  const page = await (await sharedBrowser()).newPage();
  // WebCrypto is there for pages of this machine, or with HTTPS
  await page.route("http://localhost/", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.goto("http://localhost/");
  const answers = await page.evaluate(async (vectors) => {
    const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
    const judge = async ({ publicKey, message, signature }: Record<string, string>) => {
      try {
        const key = await crypto.subtle.importKey("raw", bytes(publicKey ?? ""), "Ed25519", false, ["verify"]);
        return await crypto.subtle.verify("Ed25519", key, bytes(signature ?? ""), bytes(message ?? ""));
      } catch {
        return false;
      }
    };
    const answers: boolean[] = [];
    for (const vector of vectors) answers.push(await judge(vector as unknown as Record<string, string>));
    return answers;
  }, vectors);
  const different = vectors.filter(({ chain }, index) => chain !== answers[index]).map(({ name }) => name);
  expect(different).toEqual([]);
  await page.close();
});
