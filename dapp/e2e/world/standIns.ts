// Stand-ins for wallets, which speak the real ones' message protocols: the page can't tell them apart.
import { Message, Transaction } from "@multiversx/sdk-core";
import type { BrowserContext, Page } from "playwright-core";
import type { Chain, Player } from "./chain";
import { idOf, MOVABLE, WAGER, walletIs } from "./world";

/** A stand-in's reaction to a request to sign: it signs, refuses, or never answers. */
export type Manner = "sign" | "refuse" | "silent";

declare global {
  interface Window {
    elrondWallet: { extensionId: string; address: string };
    standInSign(transactions: string): Promise<string>;
    standInSignText(text: string): Promise<string>;
    standInManner(): Promise<Manner>;
  }
}

/** Where sdk-dapp sends the web wallet's window on devnet. */
const WEB_WALLET = "https://devnet-wallet.multiversx.com";

/** Gives a stand-in access to the player's key, and its manner. */
async function exposeSigner(context: BrowserContext, { account }: Player, manner: () => Manner): Promise<void> {
  await context.exposeFunction("standInManner", manner);
  await context.exposeFunction("standInSignText", async (text: string) =>
    Buffer.from(await account.signMessage(new Message({ data: Buffer.from(text) }))).toString("hex"),
  );
  await context.exposeFunction("standInSign", async (text: string) => {
    const plain = JSON.parse(text) as Parameters<typeof Transaction.newFromPlainObject>[0][];
    const signed = await Promise.all(
      plain.map(async (object) => {
        const transaction = Transaction.newFromPlainObject(object);
        transaction.signature = await account.signTransaction(transaction);
        return transaction.toPlainObject();
      }),
    );
    return JSON.stringify(signed);
  });
}

/** The browser extension: messages between the page and a content script. */
export async function installExtension(context: BrowserContext, player: Player, manner: () => Manner): Promise<void> {
  await exposeSigner(context, player, manner);
  await context.addInitScript((address) => {
    // the account that it answers with can be switched
    window.elrondWallet = { extensionId: "stand-in", address };
    const answer = (type: string, data: unknown) =>
      window.postMessage({ target: "erdw-contentScript", type, data }, window.origin);
    addEventListener("message", async ({ data: message }) => {
      if (message?.target !== "erdw-inpage") return;
      if (message.type === "connect") {
        answer("connectResponse", { address: window.elrondWallet.address, signature: "" });
      }
      if (message.type === "logout" || message.type === "cancelAction") answer(`${message.type}Response`, true);
      if (message.type !== "signTransactions" && message.type !== "signMessage") return;
      const manner = await window.standInManner();
      if (manner === "refuse") answer(`${message.type}Response`, "Transaction canceled");
      if (manner !== "sign") return;
      if (message.type === "signMessage")
        return answer("signMessageResponse", { signature: await window.standInSignText(message.data.message) });
      answer(
        "signTransactionsResponse",
        JSON.parse(await window.standInSign(JSON.stringify(message.data.transactions))),
      );
    });
  }, player.address);
}

/** The web wallet: a separate window that answers its opener. */
export async function installWebWallet(context: BrowserContext, player: Player, manner: () => Manner): Promise<void> {
  await exposeSigner(context, player, manner);
  const script = `
    const reply = (type, payload) => opener.postMessage({ type, payload }, "*");
    addEventListener("message", async ({ data: { type, payload } }) => {
      if (type === "LOGIN_REQUEST") reply("LOGIN_RESPONSE", { data: { address: "${player.address}", signature: "" } });
      if (type !== "SIGN_TRANSACTIONS_REQUEST") return;
      const manner = await standInManner();
      if (manner === "refuse") reply("CANCEL_RESPONSE", { data: { address: "${player.address}" } });
      if (manner !== "sign") return;
      reply("SIGN_TRANSACTIONS_RESPONSE", { data: JSON.parse(await standInSign(JSON.stringify(payload))) });
    });
    reply("HANDSHAKE_RESPONSE", "session");`;
  await context.route(`${WEB_WALLET}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html><title>Wallet</title><script>${script}</script>` }),
  );
}

/** WalletConnect's service that identifies the requesting site: without its answer a page waits five seconds before each request. */
export async function installAttestation(context: BrowserContext): Promise<void> {
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  await context.route("https://verify.walletconnect.org/**", (route) => {
    const id = new URL(route.request().url()).searchParams.get("id");
    const attestation = [encoded({ alg: "ES256" }), encoded({ id }), encoded({})].join(".");
    const said = JSON.stringify(JSON.stringify({ type: "verify_attestation", attestation }));
    return route.fulfill({ contentType: "text/html", body: `<script>parent.postMessage(${said}, "*")</script>` });
  });
}

/** The extension's name in the panel of wallets. */
export const EXTENSION = "MultiversX Wallet Extension";

/** Connects the extension, from the view of the wallet. */
export async function connectExtension(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Choose a wallet" }).click();
  await page.locator("mvx-unlock-panel").getByText(EXTENSION, { exact: true }).first().click();
  await walletIs(page, "connected");
}

/** Presses the one button, chooses the wallet, and is in the queue; the opponent comes, and the game opens. */
export async function joinWith(page: Page, wallet: string, chain: Chain, opponent: string): Promise<number> {
  await page.getByTestId("join").click();
  await page.locator("mvx-unlock-panel").getByText(wallet, { exact: true }).first().click();
  await page.getByText("You are waiting for an opponent.").waitFor();
  await chain.call(chain.player(opponent), "joinGame", [], WAGER);
  await page.locator(MOVABLE).waitFor();
  return idOf(page);
}
