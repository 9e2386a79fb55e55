import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A message for a topic, which is encrypted: a relay can't read it. */
interface Posted {
  topic: string;
  message: string;
  tag: number;
  publishedAt: number;
  /** The clients that have sent or confirmed it: they don't get it again, not even on a later connection. */
  known: Set<string>;
}

/** A client on one of its lines. */
interface Line {
  /** The same on all lines of a client. */
  client: string;
  topics: Set<string>;
  /** The messages sent on this line, by the number of the request. */
  told: Map<number, Posted>;
}

type Params = Record<string, unknown>;

/** Tags of the two messages that are handed over by methods of their own. */
const PROPOSE = 1100;
const APPROVE = 1101;
const SETTLE = 1102;

/**
 * A relay of WalletConnect on this machine: it speaks the part of relay.walletconnect.com's protocol (JSON-RPC over a
 * WebSocket) that sign-client uses. It sends each message to the subscribers of its topic, and stores it for later ones.
 */
export class WalletConnectRelay {
  private readonly posted: Posted[] = [];
  private readonly lines = new Map<WebSocket, Line>();
  private count = 0;
  /** The requested methods, each once. */
  readonly asked = new Set<string>();

  private constructor(private readonly server: WebSocketServer) {
    server.on("connection", (socket, { url = "" }) => {
      this.lines.set(socket, { client: clientOf(url), topics: new Set(), told: new Map() });
      socket.on("message", (data) => this.hear(socket, String(data)));
      socket.on("close", () => this.lines.delete(socket));
    });
  }

  static async start(): Promise<WalletConnectRelay> {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await new Promise((resolve) => server.once("listening", resolve));
    return new WalletConnectRelay(server);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.server.clients) socket.terminate();
    this.server.close();
  }

  private hear(socket: WebSocket, text: string) {
    const line = this.lines.get(socket);
    const { id: number, method, params } = JSON.parse(text) as { id: number; method?: string; params: Params };
    if (!line) return;
    if (!method) {
      line.told.get(number)?.known.add(line.client);
      return;
    }
    this.asked.add(method);
    // unchanged, because it can have more digits than a number keeps
    const [, id] = /"id":\s*("[^"]*"|\d+)/.exec(text) ?? [];
    const answer = (content: string) => socket.send(`{"id":${id},"jsonrpc":"2.0",${content}}`);
    try {
      answer(`"result":${JSON.stringify(this.carryOut(socket, line, method, params))}`);
    } catch (error) {
      answer(`"error":${JSON.stringify({ code: -32_601, message: String(error) })}`);
    }
  }

  private carryOut(socket: WebSocket, line: Line, method: string, params: Params): unknown {
    const text = (name: string) => String(params[name]);
    const topics = (params.topics ?? []) as string[];
    const post = (topic: string, message: string, tag: number) => this.post(line.client, topic, message, tag);
    switch (method) {
      case "irn_publish":
        return post(text("topic"), text("message"), Number(params.tag));
      case "irn_subscribe":
        return this.subscribe(socket, line, text("topic"));
      case "irn_batchSubscribe":
        return topics.map((topic) => this.subscribe(socket, line, topic));
      case "irn_unsubscribe":
        return line.topics.delete(text("topic"));
      case "irn_batchFetchMessages": {
        const waiting = this.posted.filter(({ topic, known }) => topics.includes(topic) && !known.has(line.client));
        return { messages: waiting.map(content), hasMore: false };
      }
      case "wc_proposeSession":
        this.subscribe(socket, line, text("pairingTopic"));
        return post(text("pairingTopic"), text("sessionProposal"), PROPOSE);
      case "wc_approveSession":
        this.subscribe(socket, line, text("sessionTopic"));
        post(text("pairingTopic"), text("sessionProposalResponse"), APPROVE);
        return post(text("sessionTopic"), text("sessionSettlementRequest"), SETTLE);
      default:
        throw new Error(`the test's relay doesn't know ${method}`);
    }
  }

  private subscribe(socket: WebSocket, line: Line, topic: string): string {
    line.topics.add(topic);
    for (const posted of this.posted) if (posted.topic === topic) this.tell(socket, line, posted);
    return topic;
  }

  private post(client: string, topic: string, message: string, tag: number): true {
    const posted = { topic, message, tag, publishedAt: Date.now(), known: new Set([client]) };
    this.posted.push(posted);
    for (const [socket, line] of this.lines) if (line.topics.has(topic)) this.tell(socket, line, posted);
    return true;
  }

  private tell(socket: WebSocket, line: Line, posted: Posted) {
    if (posted.known.has(line.client)) return;
    const id = ++this.count;
    line.told.set(id, posted);
    const params = { id: posted.topic, data: content(posted) };
    socket.send(JSON.stringify({ id, jsonrpc: "2.0", method: "irn_subscription", params }));
  }
}

const content = ({ topic, message, tag, publishedAt }: Posted) => ({ topic, message, tag, publishedAt });

/** The client of a connection: the issuer of the token in its address. */
function clientOf(url: string): string {
  const [, payload = ""] = (new URL(url, "ws://relay").searchParams.get("auth") ?? "").split(".");
  return String(JSON.parse(Buffer.from(payload, "base64url").toString()).iss);
}
