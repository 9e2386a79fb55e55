import { useLobbyFeed } from "../../lobby/feed/useLobbyFeed";

/** While an ended game is looked at by its player: an offer or its acceptance is known as soon as the relay has it. */
export function RematchNews({ player }: { player: string }) {
  useLobbyFeed(player);
  return null;
}
