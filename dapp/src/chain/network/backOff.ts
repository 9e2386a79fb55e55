const FIRST_MS = 400;
/** The longest pause that a busy gateway may ask for; the next constant applies if it asks for none. */
const MOST_ASKED_MS = 30_000;
/** With what chance adds, the page goes on within 5 s of the end. */
const MOST_BUSY_MS = 3_200;
/** Somebody waits for it to be back. */
const MOST_UNREACHABLE_MS = 1_000;

/**
 * Holds questions back while a gateway is busy or away: twice as long after each failure, by chance a
 * little more or less, so that many pages don't come back in the same moment.
 */
export class BackOff {
  private notBefore = 0;
  private failures = 0;

  constructor(
    private readonly now: () => number = Date.now,
    private readonly random: () => number = Math.random,
  ) {}

  /** Milliseconds that the next question has to wait. */
  remaining(): number {
    return Math.max(0, this.notBefore - this.now());
  }

  async wait(): Promise<void> {
    for (let left = this.remaining(); left > 0; left = this.remaining()) {
      await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  answered(): void {
    this.failures = 0;
  }

  /** @param retryAfter what the gateway asked for, in milliseconds */
  refused(retryAfter: number | undefined): void {
    this.hold(MOST_BUSY_MS, retryAfter);
  }

  unreachable(): void {
    this.hold(MOST_UNREACHABLE_MS, undefined);
  }

  private hold(most: number, asked: number | undefined) {
    // questions that were asked together fail together: that is one failure
    if (this.remaining() > 0 && asked === undefined) return;
    const own = Math.min(most, FIRST_MS * 2 ** this.failures++) * (0.75 + 0.5 * this.random());
    this.notBefore = Math.max(this.notBefore, this.now() + Math.min(MOST_ASKED_MS, asked ?? own));
  }
}
