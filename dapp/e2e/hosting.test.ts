import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { harden } from "../hardened";

const hash = (kind: string, data: Buffer | string) => `${kind}-${createHash(kind).update(data).digest("base64")}`;

test("the built page runs only its own scripts, by their hashes", () => {
  const folder = new URL("../dist/", import.meta.url);
  for (const name of readdirSync(folder).filter((name) => name.endsWith(".html"))) {
    const html = readFileSync(new URL(name, folder), "utf8");
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
    const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? "");
    for (const text of inline) expect(policy).toContain(`'${hash("sha256", text)}'`);
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toContain("unsafe-inline");
    const loaded = [...html.matchAll(/<(?:script|link)[^>]*"\.\/(assets\/[^"]+\.(?:js|css))"[^>]*>/g)];
    expect(loaded.length).toBeGreaterThan(0);
    for (const [tag, path] of loaded)
      expect(tag).toContain(`integrity="${hash("sha384", readFileSync(new URL(path ?? "", folder)))}"`);
  }
});

test("a changed script has another hash", () => {
  const html = '<head><meta charset="utf-8" /><script type="module" src="./assets/a.js"></script></head>';
  const [one, other] = ["a", "b"].map((text) => harden(html, () => Buffer.from(text)));
  expect(one).not.toBe(other);
  expect(one).toContain("Content-Security-Policy");
});
