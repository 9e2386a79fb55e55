/** The first pause between a failure and the next try: the shortest time that the chain gives has room for all. */
const AGAIN_MS = 20_000;
/** How many times as long as the first pause the longest one is. */
const LONGEST = 3;

/** The steps that were done already, or are in progress: each is done once, and again as long as it fails. */
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
