// Starts the local chain for a test in JavaScript, or by `npm run localnet`. Copy this file: it needs Node and the
// program `localnet`, which is on the PATH or named by $LOCALNET.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/**
 * A chain in memory on a free port of loopback: the gateway's address, and what ends it. It ends with this process in
 * any case. `blockTime`: milliseconds between blocks; 0: a block for each transaction.
 */
export async function startLocalnet({ program = process.env.LOCALNET ?? "localnet", blockTime = 0 } = {}) {
  const args = ["--quiet", "--port", "0", "--block-time", String(blockTime)];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"] });
  const stop = () => child.kill("SIGKILL");
  process.on("exit", stop);
  const url = await new Promise((resolve, reject) => {
    child.once("error", () => reject(new Error(`${program} is missing: cargo install --path crates/localnet`)));
    child.once("exit", (code) => reject(new Error(`the local chain ended with code ${code}`)));
    createInterface({ input: child.stdout }).once("line", resolve);
  });
  return { url, stop };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log((await startLocalnet()).url);
