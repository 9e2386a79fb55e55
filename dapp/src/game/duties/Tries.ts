/** So long after a failure a thing is tried again: in the shortest time that the chain gives there is room for all. */
const AGAIN_MS = 20_000;
const MOST = 4;

/** What was done already, or is under way: a thing is done once, and a few times more where it fails. */
export class Tries {
  private readonly tried = new Map<string, { count: number; from: number }>();

  mayTry(name: string, now: number): boolean {
    const tried = this.tried.get(name);
    return !tried || (tried.count < MOST && now >= tried.from);
  }

  /** Does it; `act` tells whether it succeeded. */
  async try(name: string, act: () => Promise<boolean>): Promise<void> {
    const tried = this.tried.get(name) ?? { count: 0, from: 0 };
    this.tried.set(name, tried);
    tried.count++;
    tried.from = Number.POSITIVE_INFINITY;
    if (!(await act())) tried.from = Date.now() + AGAIN_MS;
  }
}
