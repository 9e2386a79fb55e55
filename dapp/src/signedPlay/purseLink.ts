import { Address } from "@multiversx/sdk-core/out/core/address";
import { Message, MessageComputer } from "@multiversx/sdk-core/out/core/message";
import { verifyByTweetnacl } from "./ed25519";
import { fromHex } from "./hex";

/** Which wallet a purse plays for. */
export interface PurseOwner {
  contract: string;
  purse: string;
  wallet: string;
}

/** The same as both have signed it, in hex, and as a relay serves it. */
export interface PurseLink extends PurseOwner {
  walletSignature: string;
  purseSignature: string;
}

/** The text that wallet and purse sign. The signature of the text that opens the purse can't be shown: it is the purse's secret. */
export const linkText = ({ contract, purse, wallet }: PurseOwner): string =>
  [
    "My chess purse plays for me: its games are shown under my name.",
    "",
    `Purse: ${purse}`,
    `Wallet: ${wallet}`,
    `Contract: ${contract}`,
  ].join("\n");

/** The bytes that an account of the network signs for a text. */
export const textBytes = (text: string): Uint8Array =>
  new MessageComputer().computeBytesForSigning(new Message({ data: Buffer.from(text) }));

/** Whether an account has signed a text. */
export const hasSigned = (address: string, text: string, signature: Uint8Array): boolean =>
  verifyByTweetnacl(textBytes(text), signature, Address.newFromBech32(address).getPublicKey());

/** Whether both have signed. */
export function isSignedByBoth(link: PurseLink): boolean {
  const text = linkText(link);
  return (
    hasSigned(link.wallet, text, fromHex(link.walletSignature) ?? new Uint8Array()) &&
    hasSigned(link.purse, text, fromHex(link.purseSignature) ?? new Uint8Array())
  );
}
