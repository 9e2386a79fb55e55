import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "../world/listen";

/**
 * A gateway's ways to fail: it is overloaded, returns errors, never answers, is unreachable, or its nodes stand still, so
 * that each request gets its first answer again.
 */
export type GatewayState = "good" | "busy" | "broken" | "hanging" | "away" | "old";

const CORS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
};

interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

/** A gateway between pages and the chain's own, which can fail in these ways. */
export class GatewayFault {
  private readonly first = new Map<string, Answer>();
  private current: GatewayState = "good";
  /** The responses that hang. */
  private readonly held = new Set<ServerResponse>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
    readonly url: string,
  ) {
    server.on("request", (request, response) => {
      this.answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(target: string): Promise<GatewayFault> {
    const server = createServer();
    return new GatewayFault(server, target, `http://127.0.0.1:${await listen(server)}`);
  }

  get state(): GatewayState {
    return this.current;
  }

  /** A changed state ends hanging connections, like a restarted gateway: a browser has only few, and waits for them. */
  set state(state: GatewayState) {
    this.current = state;
    for (const response of this.held) response.destroy();
    this.held.clear();
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const give = ({ status, type, body }: Answer): void =>
      void response.writeHead(status, { ...CORS, "Content-Type": type }).end(body);
    const refuse = (status: number, error: string) =>
      give({
        status,
        type: "application/json",
        body: Buffer.from(JSON.stringify({ data: null, error, code: "error" })),
      });
    if (this.state === "hanging") return void this.held.add(response);
    if (this.state === "away") return void response.destroy();
    // a preflight request doesn't reach the nodes: a gateway with failing nodes answers it
    if (request.method === "OPTIONS") return void response.writeHead(204, CORS).end();
    if (this.state === "busy") return refuse(429, "too many requests");
    if (this.state === "broken") return refuse(500, "node is not synced");
    const question = `${request.method} ${request.url} ${body}`;
    const known = this.first.get(question);
    if (this.state === "old" && known) return give(known);
    const answer = await this.ask(request, body);
    if (!known) this.first.set(question, answer);
    give(answer);
  }

  private async ask({ method = "GET", url = "/", headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const answer = await fetch(this.target + url, {
      method,
      ...(body.length > 0
        ? { body: new Uint8Array(body), headers: { "Content-Type": headers["content-type"] ?? "application/json" } }
        : {}),
    });
    const type = answer.headers.get("content-type") ?? "application/json";
    return { status: answer.status, type, body: Buffer.from(await answer.arrayBuffer()) };
  }
}
