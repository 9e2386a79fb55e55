import { askToPersist } from "../../browser/storage";
import type { Settings } from "../../chain/settings";
import { fromHex, toHex } from "../../signedPlay/hex";
import type { Bytes } from "../../signedPlay/message";

/** The data of a purse that this browser stores. */
export interface KeptPurse {
  seed: Bytes;
  /** The seed follows from the wallet's signature: it can be forgotten. Else it is here alone. */
  isSigned: boolean;
}

const SEED = 32;

/** The beginning of the names under which the data of one wallet's purse are stored. */
export const purseName = ({ chainId, contract }: Settings, main: string): string =>
  `chess.purse.${chainId}.${contract}.${main}`;

/** The open purse of a wallet, as this browser keeps it. */
export function readPurse(storage: Storage, name: string): KeptPurse | undefined {
  const [kind, hex = "-"] = storage.getItem(name)?.split(" ") ?? [];
  const seed = fromHex(hex);
  return seed?.length === SEED ? { seed, isSigned: kind === "signed" } : undefined;
}

export function writePurse(storage: Storage, name: string, { seed, isSigned }: KeptPurse): void {
  askToPersist();
  storage.setItem(name, `${isSigned ? "signed" : "random"} ${toHex(seed)}`);
}

const backupLines = ({ chainId, contract }: Settings, main: string): string[] => [
  "onchain-chess purse 1",
  `chain ${chainId}`,
  `contract ${contract}`,
  `wallet ${main}`,
];

/** A purse as a file. */
export const writeBackup = ({ seed }: KeptPurse, settings: Settings, main: string): string =>
  [...backupLines(settings, main), `seed ${toHex(seed)}`, ""].join("\n");

/** None where the file is no backup of this wallet's purse for this contract. */
export function readBackup(text: string, settings: Settings, main: string): KeptPurse | undefined {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const wanted = backupLines(settings, main);
  if (!wanted.every((line, index) => lines[index] === line)) return undefined;
  const seed = fromHex(/^seed ([0-9a-f]{64})$/.exec(lines[wanted.length] ?? "")?.[1] ?? "-");
  return seed && { seed, isSigned: false };
}
