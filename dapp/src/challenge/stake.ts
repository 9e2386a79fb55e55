import { localStore, tryToKeep } from "../browser/storage";

const NAME = "chess.pairingStake";

/** The stake that was chosen last, in EGLD; "0" for none. */
export const keptStake = (): string => localStore.getItem(NAME) ?? "0";

export const keepStake = (egld: string): void => tryToKeep(NAME, egld);
