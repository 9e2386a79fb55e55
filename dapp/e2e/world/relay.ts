import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { end, startServer } from "./children";

const REPO = fileURLToPath(new URL("../../../", import.meta.url));

/** The relay as its own process, with its own store. It ends with `stop`, and in any case with this process. */
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

  /** `options` are additional arguments of the program. */
  static async start(gateway: string, contract: string, options: readonly string[] = []): Promise<Relay> {
    const relay = new Relay(await mkdtemp(join(tmpdir(), "chess-relay-")), gateway, contract, options, "");
    await relay.resume();
    return relay;
  }

  /** Ends the process at once, as when its machine loses power. */
  async kill(): Promise<void> {
    if (this.child) await end(this.child, "SIGKILL");
  }

  /** Starts it; later times at the same address and with its stored data. */
  async resume(): Promise<void> {
    const program = process.env.RELAY ?? `${REPO}target/debug/relay`;
    const port = this.url ? new URL(this.url).port : "0";
    const place = ["--port", port, "--store", join(this.folder, "relay.redb")];
    const args = [...place, "--gateway", this.gateway, "--contract", this.contract, ...this.options];
    const { child, url } = await startServer(program, args, ["stderr", /event=listening url=(\S+)/]);
    this.child = child;
    this.url = url;
  }

  async stop(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }
}
