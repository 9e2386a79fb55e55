import { useLobbyFeed } from "../../lobby/feed/useLobbyFeed";

/** While a player looks at their ended game, the relay's lobby reports an offer or its acceptance immediately. */
export function RematchNews({ player }: { player: string }) {
  useLobbyFeed(player);
  return null;
}
