import { Changing } from "./Changing";
import { sessionStore } from "./storage";

const loads: (() => Promise<unknown>)[] = [];

/** Code that is loaded when it is used, or earlier by `loadParts`. */
export function part<T>(load: () => Promise<T>): () => Promise<T> {
  loads.push(load);
  return load;
}

/** Loads all parts of the loaded code, one by one: they are gone once a newer page has replaced this one. */
export async function loadParts(): Promise<void> {
  for (const load of [...loads]) await load().catch(() => {});
}

let isOld = false;
export const age = new Changing();

/** Notes that a part couldn't be loaded: most likely a newer page has replaced this one. */
export function noteOldPage(): void {
  isOld = true;
  age.changed();
}

export const isPageOld = (): boolean => isOld;

const RELOADED = "chess.reloaded";

/** Loads the page again at the same address, once for each build. Returns whether it does. */
export function reloadOnce(): boolean {
  // this file's name is another one in each build
  if (sessionStore.getItem(RELOADED) === import.meta.url) return false;
  sessionStore.setItem(RELOADED, import.meta.url);
  location.reload();
  return true;
}
