import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { listen } from "./listen";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Serves a build of the page with a settings.json, on a free port of this machine; `gzip` as a host on the web does. */
export async function serveSite(build: "dist" | "dist-local", settings: object, { gzip = false } = {}) {
  const root = fileURLToPath(new URL(`../../${build}/`, import.meta.url));
  // compressed only once, so that it doesn't take the browser's time
  const zipped = new Map<string, Buffer>();
  const zip = async (file: string) => {
    const body = zipped.get(file) ?? gzipSync(await readFile(join(root, file)));
    zipped.set(file, body);
    return body;
  };
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://site").pathname);
    if (path === "/settings.json") {
      response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "no-store" });
      return response.end(JSON.stringify(settings));
    }
    try {
      const file = path === "/" ? "index.html" : path;
      const body = gzip ? await zip(file) : await readFile(join(root, file));
      response.setHeader("Content-Type", TYPES[extname(file)] ?? "application/octet-stream");
      if (gzip) response.setHeader("Content-Encoding", "gzip");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}/`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
