import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { end, endWithThisProcess } from "./children";
import type { World } from "./world";

const PROGRAM = process.env.CHESS ?? fileURLToPath(new URL("../../../target/debug/chess-interaction", import.meta.url));

/** A program that plays from a ready player's wallet, `chess bot`. It ends with `stop`, and in any case with this process. */
export class Bot {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  /** `options` are the command's own, such as `--clock 3+2`. */
  static start({ chain, relay }: World, wallet: string, options: readonly string[]): Bot {
    if (!existsSync(PROGRAM))
      throw new Error(`${PROGRAM} is missing: run cargo test --workspace --test insight --no-run`);
    const folder = mkdtempSync(join(tmpdir(), "chess-bot-"));
    const where = ["--gateway", chain.url, "--contract", chain.contract, "--views", chain.views, "--relay", relay.url];
    const own = ["--wallet", wallet, "--keys", join(folder, "keys"), "--state", join(folder, "state.toml")];
    const child = spawn(PROGRAM, ["bot", ...where, ...own, ...options], { stdio: ["ignore", "ignore", "inherit"] });
    endWithThisProcess(child);
    return new Bot(child, folder);
  }

  async stop(): Promise<void> {
    await end(this.child, "SIGKILL");
    await rm(this.folder, { recursive: true, force: true });
  }
}
