import type { ReactNode } from "react";
import { ActingWallet, useWallet } from "../wallet/wallet";
import type { Standings } from "./contract";

/** In it acts who has entered: the purse, or the wallet itself if that has entered before. */
export function AsEntrant({ standings: { entrants }, children }: { standings: Standings; children: ReactNode }) {
  const { wallet, main } = useWallet();
  const isIn = (address: string | undefined) => entrants.some(({ player }) => player === address);
  return (
    <ActingWallet value={!isIn(wallet?.address) && isIn(main?.address) ? main : undefined}>{children}</ActingWallet>
  );
}
