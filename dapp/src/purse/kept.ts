import { localStore } from "../browser/storage";
import type { Chain } from "../chain/ChainContext";
import { setKeySource } from "../signedPlay/keys/keySource";
import type { Purses } from "../wallet/wallet";
import { purseName, readPurse } from "./secret/place";

/** The purses of this browser. Their code is loaded with the first open one. */
export const keptPurses = (chain: Pick<Chain, "settings" | "chess">): Purses => ({
  async find({ address }) {
    const kept = readPurse(localStore, purseName(chain.settings, address));
    setKeySource(undefined);
    if (!kept) return undefined;
    const { purseWallet } = await import("./Purse");
    return purseWallet(address, kept, chain);
  },
  leave(address) {
    const name = purseName(chain.settings, address);
    setKeySource(undefined);
    // a random seed could never be made again
    if (readPurse(localStore, name)?.isSigned) localStore.removeItem(name);
  },
});
