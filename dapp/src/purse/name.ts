import { Address } from "@multiversx/sdk-core/out/core/address";
import { type GameKey, sign } from "../signedPlay/ed25519";
import { toHex } from "../signedPlay/hex";
import { hasSigned, linkText, textBytes } from "../signedPlay/purseLink";
import { linksOf } from "../ui/values/linksOf";
import type { Wallet } from "../wallet/wallet";

/**
 * Gives a purse its wallet's name: both sign, and the relay stores the link. Nothing happens if the relay already has it.
 * @param url the address of a relay's list of purses
 * @throws Error if the wallet's owner refuses, or the relay does.
 */
export async function namePurse(main: Wallet, key: GameKey, contract: string, url: string): Promise<void> {
  const purse = new Address(key.publicKey).toBech32();
  const known = await linksOf(url, purse);
  if (known.some((link) => link.purse === purse)) return;
  const owner = { contract, purse, wallet: main.address };
  const text = linkText(owner);
  const signature = await main.signText(text, true);
  checkSignature(main.address, text, signature);
  const link = {
    ...owner,
    walletSignature: toHex(signature),
    purseSignature: toHex(sign(textBytes(text), key)),
  };
  const answer = await fetch(url.slice(0, url.lastIndexOf("/")), { method: "POST", body: JSON.stringify(link) });
  if (!answer.ok) throw new Error(await answer.text());
}

/** Refuses another account's signature, which would open another purse. */
export function checkSignature(address: string, text: string, signature: Uint8Array): void {
  if (!hasSigned(address, text, signature)) throw new Error("the wallet signed with another account, or another text");
}
