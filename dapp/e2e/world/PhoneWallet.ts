import { Transaction } from "@multiversx/sdk-core";
import { SignClient } from "@walletconnect/sign-client";
import type { Player } from "./chain";
import type { Manner } from "./standIns";

/** WalletConnect's error for a refusal. */
const REJECTED = { code: 5000, message: "User rejected." };

/** A wallet on a phone, like xPortal: WalletConnect's own library with a player's key. */
export class PhoneWallet {
  private constructor(private readonly client: Awaited<ReturnType<typeof SignClient.init>>) {}

  static async start(relayUrl: string, { account, address }: Player, manner: () => Manner): Promise<PhoneWallet> {
    const client = await SignClient.init({
      relayUrl,
      projectId: "0".repeat(32),
      logger: "silent",
      telemetryEnabled: false,
      metadata: { name: "xPortal", description: "a test's wallet", url: "https://xportal.com", icons: [] },
    });
    client.on("session_proposal", async ({ id, params }) => {
      const { requiredNamespaces, optionalNamespaces } = params;
      const { chains = [], methods = [], events = [] } = requiredNamespaces.mvx ?? optionalNamespaces.mvx ?? {};
      const all = [...new Set([...methods, ...(optionalNamespaces.mvx?.methods ?? [])])];
      const accounts = chains.map((chain) => `${chain}:${address}`);
      const { acknowledged } = await client.approve({
        id,
        namespaces: { mvx: { chains, methods: all, events, accounts } },
      });
      await acknowledged();
    });
    client.on("session_request", async ({ id, topic, params: { request } }) => {
      const respond = (content: object) =>
        client.respond({ topic, response: { id, jsonrpc: "2.0", ...content } as never });
      if (manner() === "silent") return;
      if (manner() === "refuse") return respond({ error: REJECTED });
      const sign = async (plain: Parameters<typeof Transaction.newFromPlainObject>[0]) => {
        const transaction = Transaction.newFromPlainObject(plain);
        return { signature: Buffer.from(await account.signTransaction(transaction)).toString("hex") };
      };
      if (request.method === "mvx_signTransaction") return respond({ result: await sign(request.params.transaction) });
      const signatures = await Promise.all(request.params.transactions.map(sign));
      return respond({ result: { signatures } });
    });
    return new PhoneWallet(client);
  }

  /** Opens the page's link, or the text of its QR code. */
  async open(uri: string): Promise<void> {
    await this.client.core.pairing.pair({ uri });
  }

  /** Ends the session, as its owner can on the phone. */
  async leave(): Promise<void> {
    for (const { topic } of this.client.session.getAll()) {
      await this.client.disconnect({ topic, reason: { code: 6000, message: "User disconnected." } });
    }
  }

  async stop(): Promise<void> {
    await this.client.core.relayer.transportClose();
    this.client.core.heartbeat.stop();
  }
}
