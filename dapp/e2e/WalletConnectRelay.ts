import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A message for a topic, which is encrypted: a relay can't read it. */
interface Posted {
  topic: string;
  message: string;
  tag: number;
  publishedAt: number;
  from: WebSocket;
}

type Params = Record<string, unknown>;

/** Tags of the two messages that are handed over by methods of their own. */
const PROPOSE = 1100;
const APPROVE = 1101;
const SETTLE = 1102;

/**
 * A relay of WalletConnect on this machine: it speaks the protocol of relay.walletconnect.com (JSON-RPC over a
 * WebSocket) as far as sign-client uses it, hands each message to who has subscribed to its topic, and keeps it for
 * who comes later.
 */
export class WalletConnectRelay {
  private readonly posted: Posted[] = [];
  private readonly topics = new Map<WebSocket, Set<string>>();
  /** The methods that it was asked for, each once. */
  readonly asked = new Set<string>();

  private constructor(private readonly server: WebSocketServer) {
    server.on("connection", (socket) => {
      this.topics.set(socket, new Set());
      socket.on("message", (data) => this.hear(socket, String(data)));
      socket.on("close", () => this.topics.delete(socket));
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
    const { method, params } = JSON.parse(text) as { method?: string; params: Params };
    // else it is a client's word that it has got a message
    if (!method) return;
    this.asked.add(method);
    // as it was written: it can have more digits than a number keeps
    const [, id] = /"id":\s*("[^"]*"|\d+)/.exec(text) ?? [];
    const answer = (content: string) => socket.send(`{"id":${id},"jsonrpc":"2.0",${content}}`);
    try {
      answer(`"result":${JSON.stringify(this.carryOut(socket, method, params))}`);
    } catch (error) {
      answer(`"error":${JSON.stringify({ code: -32_601, message: String(error) })}`);
    }
  }

  private carryOut(socket: WebSocket, method: string, params: Params): unknown {
    const { topic, topics = [], message, tag } = params as { topic: string; topics?: string[] } & Omit<Posted, "topic">;
    switch (method) {
      case "irn_publish":
        return this.post(socket, topic, message, tag);
      case "irn_subscribe":
        return this.subscribe(socket, topic);
      case "irn_batchSubscribe":
        return topics.map((topic) => this.subscribe(socket, topic));
      case "irn_unsubscribe":
        return this.topics.get(socket)?.delete(topic);
      case "irn_batchFetchMessages":
        return { messages: this.posted.filter((posted) => topics.includes(posted.topic)).map(content), hasMore: false };
      case "wc_proposeSession":
        this.subscribe(socket, String(params.pairingTopic));
        return this.post(socket, String(params.pairingTopic), String(params.sessionProposal), PROPOSE);
      case "wc_approveSession":
        this.subscribe(socket, String(params.sessionTopic));
        this.post(socket, String(params.pairingTopic), String(params.sessionProposalResponse), APPROVE);
        return this.post(socket, String(params.sessionTopic), String(params.sessionSettlementRequest), SETTLE);
      default:
        throw new Error(`the test's relay doesn't know ${method}`);
    }
  }

  private subscribe(socket: WebSocket, topic: string): string {
    this.topics.get(socket)?.add(topic);
    for (const posted of this.posted) if (posted.topic === topic && posted.from !== socket) tell(socket, posted);
    return topic;
  }

  private post(from: WebSocket, topic: string, message: string, tag: number): true {
    const posted = { topic, message, tag, publishedAt: Date.now(), from };
    this.posted.push(posted);
    for (const [socket, topics] of this.topics) if (socket !== from && topics.has(topic)) tell(socket, posted);
    return true;
  }
}

const content = ({ topic, message, tag, publishedAt }: Posted) => ({ topic, message, tag, publishedAt });

let count = 0;

function tell(socket: WebSocket, posted: Posted) {
  const params = { id: posted.topic, data: content(posted) };
  socket.send(
    JSON.stringify({ id: Date.now() * 1_000 + (count++ % 1_000), jsonrpc: "2.0", method: "irn_subscription", params }),
  );
}
