/** So long after a failure a thing is tried again: in the shortest time that the chain gives there is room for all. */
const AGAIN_MS = 20_000;
/** The longest pause, of those that grow by the first one, is so many times as long. */
const LONGEST = 3;

/** What was done already, or is under way: a thing is done once, and again as long as it fails. */
export class Tries {
  private readonly tried = new Map<string, { count: number; from: number }>();

  mayTry(name: string, now: number): boolean {
    const tried = this.tried.get(name);
    return !tried || now >= tried.from;
  }

  /** Does it; `act` tells whether it succeeded. */
  async try(name: string, act: () => Promise<boolean>): Promise<void> {
    const tried = this.tried.get(name) ?? { count: 0, from: 0 };
    this.tried.set(name, tried);
    tried.count++;
    tried.from = Number.POSITIVE_INFINITY;
    if (!(await act())) tried.from = Date.now() + AGAIN_MS * Math.min(tried.count, LONGEST);
  }
}
