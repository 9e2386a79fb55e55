import { shortAddress } from "../chain/format";
import { NOBODY } from "../chain/game";
import { useHerotag } from "../chain/queries";

/** A player as people call them: @herotag, or the ends of the address. */
export function PlayerName({ address }: { address: string }) {
  const isSomebody = address !== NOBODY;
  const herotag = useHerotag(isSomebody ? address : undefined);
  if (!isSomebody) return <span>nobody yet</span>;
  return <span title={address}>{herotag ? `@${herotag}` : shortAddress(address)}</span>;
}
