import { FOLLOWED, localStore, readJson, tryToKeep } from "../browser/storage";

/** By the contract's and the wallet's address. */
type Kept = Record<string, number[]>;

const kept = (): Kept => readJson(FOLLOWED, {});

const nameOf = (contract: string | undefined, main: string | undefined): string => `${contract} ${main}`;

/** The tournaments of a wallet, or of its purse, that the page follows in every view. */
export const followed = (contract: string | undefined, main: string | undefined): number[] =>
  kept()[nameOf(contract, main)] ?? [];

/** Makes the page follow a tournament, or stop following it. */
export function follow(contract: string | undefined, main: string | undefined, id: number, isFollowed: boolean): void {
  const before = followed(contract, main);
  if (before.includes(id) === isFollowed) return;
  const { [nameOf(contract, main)]: _, ...others } = kept();
  const ids = isFollowed ? [...before, id] : before.filter((other) => other !== id);
  const all: Kept = ids.length > 0 ? { ...others, [nameOf(contract, main)]: ids } : others;
  if (Object.keys(all).length > 0) tryToKeep(FOLLOWED, JSON.stringify(all));
  else localStore.removeItem(FOLLOWED);
}
