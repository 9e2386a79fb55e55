import { Address } from "@multiversx/sdk-core/out/core/address";
import type { Transaction } from "@multiversx/sdk-core/out/core/transaction";
import { TransactionComputer } from "@multiversx/sdk-core/out/core/transactionComputer";
import { localStore } from "../browser/storage";
import type { Chain } from "../chain/ChainContext";
import { sign } from "../signedPlay/ed25519";
import { setKeySource } from "../signedPlay/keys/keySource";
import { SaidNo, setPurse, type Wallet } from "../wallet/wallet";
import { checkSignature, namePurse } from "./name";
import { askBeforeStake } from "./question";
import { accountOf, purseText, seedOf } from "./secret/derive";
import { GameKeys } from "./secret/GameKeys";
import { type KeptPurse, purseName, readPurse, writePurse } from "./secret/place";

type Where = Pick<Chain, "settings" | "chess">;

/** The account of a purse as a wallet that signs by itself. */
export function purseWallet(main: string, { seed }: KeptPurse, { settings, chess }: Where): Wallet {
  const key = accountOf(seed, settings.contract);
  const address = new Address(key.publicKey).toBech32();
  setKeySource(new GameKeys(seed, address, chess, localStore, `${purseName(settings, main)}.next`));
  return {
    address,
    home: main,
    async sign(transaction: Transaction) {
      if (!(await askBeforeStake(transaction, main))) throw new SaidNo();
      transaction.signature = sign(new TransactionComputer().computeBytesForSigning(transaction), key);
      return transaction;
    },
    signText: async () => {
      throw new Error("a purse signs transactions alone");
    },
    cancel: () => askBeforeStake.cancel(),
    disconnect: async () => setKeySource(undefined),
  };
}

/**
 * Opens the purse of a wallet, which signs the same text twice. If the signatures differ, none of them can be made again:
 * then the seed is random, and only this browser has it.
 * @param namedAt the address of a relay's list of purses, if this one should have its wallet's name. A failure to name it
 *   doesn't prevent the opening.
 * @throws Error if the wallet can't sign a text, or its owner refuses.
 */
export async function openPurse(main: Wallet, where: Where, namedAt?: string): Promise<void> {
  const { chainId, contract } = where.settings;
  const kept = () => readPurse(localStore, purseName(where.settings, main.address));
  // another seed must never replace a random one
  const before = kept();
  if (before) return takePurse(main, before, where);
  const text = purseText({ chainId, contract, site: location.origin });
  const first = await main.signText(text, false);
  checkSignature(main.address, text, first);
  const second = await main.signText(text, true);
  checkSignature(main.address, text, second);
  const isSigned = first.every((byte, index) => byte === second[index]);
  const seed = isSigned ? seedOf(first, { chainId, contract }) : crypto.getRandomValues(new Uint8Array(32));
  // it may have been opened elsewhere while the wallet's windows were
  const opened = kept() ?? { seed, isSigned };
  takePurse(main, opened, where);
  if (namedAt) await namePurse(main, accountOf(opened.seed, contract), contract, namedAt).catch(() => {});
}

/** Stores a purse in this browser, and plays with it from now on. */
export function takePurse(main: Wallet, kept: KeptPurse, where: Where): void {
  writePurse(localStore, purseName(where.settings, main.address), kept);
  setPurse(purseWallet(main.address, kept, where));
}

/** Closes the purse: the wallet itself plays again, and the seed is removed from this browser. */
export function closePurse(main: string, { settings }: Where): void {
  localStore.removeItem(purseName(settings, main));
  setKeySource(undefined);
  setPurse(undefined);
}
