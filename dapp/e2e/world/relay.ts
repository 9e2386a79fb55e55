import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { endWithThisProcess } from "./children";

const REPO = fileURLToPath(new URL("../../../", import.meta.url));

/** The relay as its own process, with a store of its own. It ends with `stop`, and in any case with this process. */
export class Relay {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly gateway: string,
    private readonly contract: string,
    private readonly options: readonly string[],
    /** The WebSocket's address. */
    public url: string,
  ) {}

  /** `options` are the program's own besides. */
  static async start(gateway: string, contract: string, options: readonly string[] = []): Promise<Relay> {
    const relay = new Relay(await mkdtemp(join(tmpdir(), "chess-relay-")), gateway, contract, options, "");
    await relay.resume();
    return relay;
  }

  /** Ends the process at once, as when its machine loses power. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  }

  /** Starts it, again at the same address and with what it has kept. */
  async resume(): Promise<void> {
    const program = process.env.RELAY ?? `${REPO}target/debug/relay`;
    if (!existsSync(program)) throw new Error(`${program} is missing: run cargo build -p relay`);
    const port = this.url ? new URL(this.url).port : "0";
    const args = [
      "--port",
      port,
      "--store",
      join(this.folder, "relay.redb"),
      "--gateway",
      this.gateway,
      "--contract",
      this.contract,
      ...this.options,
    ];
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
    this.child = child;
    endWithThisProcess(child);
    this.url = await new Promise<string>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => reject(new Error(`the relay ended with code ${code}`)));
      createInterface({ input: child.stderr }).on("line", (line) => {
        const url = /event=listening url=(\S+)/.exec(line)?.[1];
        if (url) resolve(url);
      });
    });
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
