// Makes the browser run only the built page's own scripts, unchanged.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const hash = (kind: "sha256" | "sha384", data: string | Buffer) =>
  `${kind}-${createHash(kind).update(data).digest("base64")}`;

/** Players choose their gateway, relay and wallet: any with TLS is allowed, and any on their own machine. */
const LOOPBACK = ["127.0.0.1", "localhost"].flatMap((host) => [`http://${host}:*`, `ws://${host}:*`]).join(" ");

/** The Content-Security-Policy of a page with these inline scripts. A web server decides which sites may frame it. */
function policy(scripts: string[]): string {
  const allowed = scripts.map((script) => `'${hash("sha256", script)}'`).join(" ");
  return [
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' ${allowed}`.trim(),
    // the board places its pieces by inline styles
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    `connect-src 'self' https: wss: ${LOOPBACK}`,
    "frame-src https:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'none'",
  ].join("; ");
}

/** A built HTML file with the policy, and with the hash of each script and style that it loads. */
export function harden(html: string, read: (path: string) => Buffer): string {
  const withHashes = html.replaceAll(
    /<(script|link)\b[^>]*?\b(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g,
    (tag, _, path) => (tag.includes("integrity=") ? tag : `${tag} integrity="${hash("sha384", read(path))}"`),
  );
  const scripts = [...withHashes.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? "");
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy(scripts)}" />`;
  // before anything that loads or runs
  return withHashes.replace(/<meta charset="utf-8" \/>/, (charset) => `${charset}\n    ${meta}`);
}

/** Hardens the HTML files once everything is written. */
export function hardened(): Plugin {
  return {
    name: "hardened",
    apply: "build",
    enforce: "post",
    writeBundle({ dir }, bundle) {
      if (!dir) return;
      for (const name of Object.keys(bundle).filter((name) => name.endsWith(".html"))) {
        const file = join(dir, name);
        writeFileSync(
          file,
          harden(readFileSync(file, "utf8"), (path) => readFileSync(join(dir, path))),
        );
      }
    },
  };
}
