import { Address } from "@multiversx/sdk-core/out/core/address";
import { Message, MessageComputer } from "@multiversx/sdk-core/out/core/message";
import { TransactionComputer } from "@multiversx/sdk-core/out/core/transactionComputer";
import { sessionStore } from "../browser/storage";
import type { DeveloperWallet } from "../chain/settings";
import { gameKeyOf, sign } from "../signedPlay/ed25519";
import { fromHex } from "../signedPlay/hex";
import type { Wallet } from "./player";

// A wallet in memory for the local chain: its keys are public test keys, and other wallets don't support that chain. Only
// the local build has it. Each tab has its own.

const PLAYER = "chess.developer";
const ASK = "chess.developer.ask";

/** Logs in as a ready player, in this tab; with `ask` it asks before each signature like other wallets. */
export function login({ secretKey }: DeveloperWallet, ask: boolean): Wallet {
  sessionStore.setItem(PLAYER, secretKey);
  sessionStore.setItem(ASK, ask ? "1" : "");
  return walletOf(secretKey);
}

/** The ready player from before a reload. */
export function restore(): Wallet | undefined {
  const secretKey = sessionStore.getItem(PLAYER);
  return secretKey === null ? undefined : walletOf(secretKey);
}

function walletOf(secretKey: string): Wallet {
  const key = gameKeyOf(fromHex(secretKey) ?? new Uint8Array());
  const ask = (what: string) => {
    if (sessionStore.getItem(ASK) && !confirm(`Sign ${what}?`)) throw new Error("you refused to sign");
  };
  return {
    address: new Address(key.publicKey).toBech32(),
    async signText(text) {
      ask(text);
      return sign(new MessageComputer().computeBytesForSigning(new Message({ data: Buffer.from(text) })), key);
    },
    async sign(transaction) {
      ask(new TextDecoder().decode(transaction.data));
      const bytes = new TransactionComputer().computeBytesForSigning(transaction);
      transaction.signature = sign(bytes, key);
      return transaction;
    },
    cancel: () => {},
    disconnect: async () => sessionStore.removeItem(PLAYER),
  };
}
