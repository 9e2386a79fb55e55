import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { listen } from "./listen";

/** A push service with its browser, which decrypts messages by RFC 8291. */
export class PushService {
  private readonly ecdh = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  private readonly waiting: ((message: string) => void)[] = [];
  private readonly messages: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {
    this.ecdh.generateKeys();
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server, await listen(server));
    server.on("request", async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      service.take(service.decrypt(Buffer.concat(parts)));
      response.writeHead(201).end();
    });
    return service;
  }

  /** A browser's data about its subscription. */
  get subscription(): { endpoint: string; p256dh: number[]; auth: number[] } {
    const endpoint = `http://127.0.0.1:${this.port}/push`;
    return { endpoint, p256dh: [...this.ecdh.getPublicKey()], auth: [...this.auth] };
  }

  /** The next message, as the browser's service worker gets it. */
  async next(): Promise<string> {
    return this.messages.shift() ?? new Promise((resolve) => this.waiting.push(resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private take(message: string) {
    const waiting = this.waiting.shift();
    if (waiting) waiting(message);
    else this.messages.push(message);
  }

  private decrypt(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const end = 21 + (body[20] ?? 0);
    const [serverKey, encrypted] = [body.subarray(21, end), body.subarray(end)];
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.ecdh.getPublicKey(), serverKey]);
    const secret = hkdfSync("sha256", this.ecdh.computeSecret(serverKey), this.auth, info, 32);
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${name}\0`, length));
    const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
    decipher.setAuthTag(encrypted.subarray(-16));
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    // a two marks the end of the last record
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  }
}
