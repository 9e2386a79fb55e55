import { connect, createServer, type Server, type Socket } from "node:net";
import { listen } from "../world/listen";

/** The state of the line between a page and its relay. */
export type LineState = "good" | "silent" | "cut";

/**
 * The line between pages and a relay. Silent: connections stay open and new ones are accepted, but no byte arrives, as with
 * Wi-Fi without an uplink; these connections stay dead. Cut: all connections are closed, and new ones refused.
 */
export class RelayFault {
  private readonly pairs = new Set<{ page: Socket; relay: Socket; isDead: boolean }>();
  private state: LineState = "good";
  /** The delay of each byte in either direction, in milliseconds. */
  delay = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: () => string,
    /** The relay's address through here. */
    readonly url: string,
  ) {
    server.on("connection", (page) => this.carry(page));
  }

  /** @param target the relay's address */
  static async start(target: () => string): Promise<RelayFault> {
    const server = createServer({ noDelay: true });
    return new RelayFault(server, target, `ws://127.0.0.1:${await listen(server)}/play`);
  }

  set(state: LineState): void {
    this.state = state;
    for (const pair of this.pairs) {
      if (state === "silent") pair.isDead = true;
      if (state === "cut") pair.page.destroy();
    }
  }

  stop(): void {
    for (const { page } of this.pairs) page.destroy();
    this.server.close();
  }

  private carry(page: Socket) {
    if (this.state === "cut") return page.destroy();
    const { hostname, port } = new URL(this.target());
    const relay = connect(Number(port), hostname).setNoDelay();
    const pair = { page, relay, isDead: this.state === "silent" };
    this.pairs.add(pair);
    for (const [from, to] of [
      [page, relay],
      [relay, page],
    ] as const) {
      from.on("data", (bytes) => {
        if (pair.isDead) return;
        const pass = () => !pair.isDead && !to.destroyed && to.write(bytes);
        if (this.delay > 0) setTimeout(pass, this.delay);
        else pass();
      });
      from.on("error", () => {});
      // a dead line doesn't report that one end is gone
      from.on("close", () => {
        if (!pair.isDead || from === page) to.destroy();
        this.pairs.delete(pair);
      });
    }
    return undefined;
  }
}
