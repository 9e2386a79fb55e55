import { localStore } from "../browser/storage";
import type { Chain } from "../chain/ChainContext";
import { setKeySource } from "../signedPlay/keys/keySource";
import type { Purses } from "../wallet/wallet";
import { purseName, readPurse } from "./secret/place";

/** The purses of this browser. Their code is loaded with the first one that is open. */
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
    // what was made at random nobody could make again
    if (readPurse(localStore, name)?.isSigned) localStore.removeItem(name);
  },
});
