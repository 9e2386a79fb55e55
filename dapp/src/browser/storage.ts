/** The storage if the browser stores nothing for the page: it lasts until the page is closed. */
export class MemoryStorage extends Map<string, string> implements Storage {
  get length(): number {
    return this.size;
  }

  getItem(key: string): string | null {
    return this.get(key) ?? null;
  }

  key(index: number): string | null {
    return [...this.keys()][index] ?? null;
  }

  removeItem(key: string): void {
    this.delete(key);
  }

  setItem(key: string, value: string): void {
    this.set(key, value);
  }
}

/** A browser that blocks cookies throws as soon as the page names its storage, or writes to it. */
function available(name: "localStorage" | "sessionStorage"): Storage {
  const probe = "chess.probe";
  let storage: Storage | undefined;
  try {
    storage = globalThis[name];
    storage.setItem(probe, probe);
    storage.removeItem(probe);
    return storage;
  } catch {
    // one that is full can still be read: keys and games are in it
    if (storage?.length) return storage;
    const memory = new MemoryStorage();
    // the wallets' code asks the browser by itself
    if (typeof window !== "undefined") Object.defineProperty(window, name, { value: memory, configurable: true });
    return memory;
  }
}

/** Shared by all tabs, and permanent. */
export const localStore: Storage = available("localStorage");

/** The key of the running tournaments that a player of this browser has entered. */
export const FOLLOWED = "chess.tournaments";

/** For this tab only. */
export const sessionStore: Storage = available("sessionStorage");

/** The tab's key of the FEN or PGN that the analysis shows. */
export const ANALYSED = "chess.analysis";

/** Asks the browser not to clear this site's data; most answer without asking the user. */
export const askToPersist = (): void => void globalThis.navigator?.storage?.persist?.().catch(() => {});

/** Stores a value that the page can do without: a full store refuses it. */
export function tryToKeep(key: string, value: string, store: Storage = localStore): void {
  try {
    store.setItem(key, value);
  } catch {
    // the page continues without it
  }
}

/** The value that is stored as JSON; `otherwise` if there is none, or nonsense. */
export function readJson<T>(key: string, otherwise: T, store: Storage = localStore): T {
  try {
    return JSON.parse(store.getItem(key) ?? "") as T;
  } catch {
    return otherwise;
  }
}
