/** An object that changes, and notifies its listeners. */
export class Changing {
  private readonly listeners = new Set<() => void>();
  private version = 0;

  /** Counts the changes. */
  currentVersion = (): number => this.version;

  /** Calls back after each change, until what it returns is called. */
  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Has those that listen look again. */
  changed(): void {
    this.version++;
    for (const listener of this.listeners) listener();
  }
}
