import { Changing } from "./Changing";
import { sessionStore } from "./storage";

const loads: (() => Promise<unknown>)[] = [];

/** Code that comes when it is used, or before that by `loadParts`. */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  loads.push(load);
  return load;
}

/** Loads the parts of all that is loaded, one by one: after a newer page has taken this one's place they are gone. */
export async function loadParts(): Promise<void> {
  for (const load of [...loads]) await load().catch(() => {});
}

let isOld = false;
export const age = new Changing();

/** A part couldn't be loaded: most likely a newer page has taken this one's place. */
export function noteOldPage(): void {
  isOld = true;
  age.changed();
}

export const isPageOld = (): boolean => isOld;

const RELOADED = "chess.reloaded";

/** Loads the page again at the same address, once for each build. Returns whether it does. */
export function reloadOnce(): boolean {
  // the name of this file says what is in the build
  if (sessionStore.getItem(RELOADED) === import.meta.url) return false;
  sessionStore.setItem(RELOADED, import.meta.url);
  location.reload();
  return true;
}
