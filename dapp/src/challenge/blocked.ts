import { Changing } from "../browser/Changing";
import { localStore, tryToKeep } from "../browser/storage";
import type { Challenge } from "../chain/game";

const NAME = "chess.blocked";

/** Tells when the list changes. */
export const blocking = new Changing();

/** Everybody on the list. */
export const blockedPlayers = (): string[] => (localStore.getItem(NAME) ?? "").split(" ").filter(Boolean);

/** Whether this browser's user doesn't want to meet a player. */
export const isBlocked = (player: string): boolean => blockedPlayers().includes(player);

/** Whether an open challenge is one that a player may accept and wants to see, or has made. */
export const isShownTo = ({ challenger, opponent }: Challenge, player: string | undefined): boolean =>
  (!opponent || opponent === player || challenger === player) && !isBlocked(challenger);

export function setBlocked(player: string, isWanted: boolean): void {
  const others = blockedPlayers().filter((one) => one !== player);
  tryToKeep(NAME, (isWanted ? [...others, player] : others).join(" "));
  blocking.changed();
}
