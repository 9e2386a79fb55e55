// Starts the local chain as its own process, for one test file.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const REPO = fileURLToPath(new URL("../../../", import.meta.url));

/** A file that `make build` makes. */
export const output = (name) => `${REPO}output/${name}`;

/**
 * The chain on a free port, with blocks after each `blockTime` milliseconds.
 * It ends with `stop`, and in any case with this process.
 */
export async function startChain(blockTime) {
  const program = process.env.LOCALNET ?? `${REPO}target/debug/localnet`;
  const args = ["--quiet", "--port", "0", "--block-time", String(blockTime)];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const stop = () => child.kill("SIGKILL");
  process.on("exit", stop);
  const url = await new Promise((resolve, reject) => {
    child.once("error", () => reject(new Error(`${program} is missing: run cargo build -p localnet`)));
    child.once("exit", (code) => reject(new Error(`the local chain ended with code ${code}`)));
    createInterface({ input: child.stdout }).once("line", resolve);
  });
  return { url, stop };
}
