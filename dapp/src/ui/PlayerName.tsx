import { shortAddress } from "../chain/format";
import { useHerotag } from "../chain/queries";

/** A player as people call them: @herotag, or the ends of the address. */
export function PlayerName({ address }: { address: string }) {
  const herotag = useHerotag(address);
  return <span title={address}>{herotag ? `@${herotag}` : shortAddress(address)}</span>;
}
