import { Changing } from "../browser/Changing";
import { localStore, tryToKeep } from "../browser/storage";
import type { Challenge } from "../chain/game";

const NAME = "chess.blocked";

/** Notifies when the list changes. */
export const blocking = new Changing();

/** All accounts on the list. */
export const blockedPlayers = (): string[] => (localStore.getItem(NAME) ?? "").split(" ").filter(Boolean);

/** Whether this browser's user has blocked a player. */
export const isBlocked = (player: string): boolean => blockedPlayers().includes(player);

/** Whether a player may accept an open challenge and hasn't blocked its maker, or has made it. */
export const isShownTo = ({ challenger, opponent }: Challenge, player: string | undefined): boolean =>
  (!opponent || opponent === player || challenger === player) && !isBlocked(challenger);

export function setBlocked(player: string, isWanted: boolean): void {
  const others = blockedPlayers().filter((one) => one !== player);
  tryToKeep(NAME, (isWanted ? [...others, player] : others).join(" "));
  blocking.changed();
}
