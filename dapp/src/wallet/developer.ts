import {
  Address,
  Message,
  type Transaction,
  TransactionComputer,
  UserSecretKey,
  UserSigner,
} from "@multiversx/sdk-core";
import type { ICustomProvider, IProvider } from "@multiversx/sdk-dapp/out/providers/types/providerFactory.types";
import type { DeveloperWallet } from "../chain/settings";
import { sessionStore } from "../ui/storage";

/** sdk-dapp's name for it. */
export const DEVELOPER = "developer";

const PLAYER = "chess.developer";
const ASK = "chess.developer.ask";

/** Chooses whose key signs in this tab, and whether it asks before each signature as other wallets do. */
export function choosePlayer(player: DeveloperWallet, ask: boolean): void {
  sessionStore.setItem(PLAYER, player.secretKey);
  sessionStore.setItem(ASK, ask ? "1" : "");
}

/**
 * A wallet in memory for the local chain: its keys are public test keys, and no other wallet knows
 * that chain. Only the local build has it.
 */
export const developerProvider: ICustomProvider = {
  name: "Developer wallet",
  type: DEVELOPER,
  constructor: async () => new DeveloperProvider(),
};

class DeveloperProvider implements IProvider {
  private key(): UserSecretKey {
    const key = sessionStore.getItem(PLAYER);
    if (!key) throw new Error("no developer wallet was chosen");
    return UserSecretKey.fromString(key);
  }

  private address(): string {
    return this.key().generatePublicKey().toAddress().toBech32();
  }

  init = async () => true;
  isInitialized = () => true;
  isConnected = () => sessionStore.getItem(PLAYER) !== null;
  getType = () => DEVELOPER;
  getAddress = async () => this.address();
  getAccount = () => ({ address: this.address() });
  setAccount = () => {};

  login = async () => ({ address: this.address(), signature: "" });

  logout = async () => {
    sessionStore.removeItem(PLAYER);
    return true;
  };

  signTransaction = async (transaction: Transaction) => {
    if (sessionStore.getItem(ASK) && !confirm(`Sign ${new TextDecoder().decode(transaction.data)}?`)) {
      throw new Error("you refused to sign");
    }
    const bytes = new TransactionComputer().computeBytesForSigning(transaction);
    transaction.signature = await new UserSigner(this.key()).sign(bytes);
    return transaction;
  };

  signTransactions = (transactions: Transaction[]) => Promise.all(transactions.map(this.signTransaction));

  signMessage = async (message: Message) => {
    const signature = await new UserSigner(this.key()).sign(message.data);
    return new Message({ data: message.data, address: Address.newFromBech32(this.address()), signature });
  };
}
