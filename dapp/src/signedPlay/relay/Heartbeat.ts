/** Every so often the relay is asked for a sign of life, … */
const EVERY_MS = 5_000;
/** … and how long the page waits for an answer. */
const LIMIT_MS = 3_000;
/** The events that may show that the line is another one than before. */
const WAKING = ["online", "focus"] as const;

/**
 * Tells when a line is dead that doesn't break: a browser notices by itself only after minutes that nothing comes back.
 * A page that slept, or whose network has changed, asks at once.
 */
export class Heartbeat {
  private readonly beat = setInterval(() => this.ask(), EVERY_MS);
  private limit: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param ping asks for a sign of life
   * @param onSilent called when none has come in time; the heart has stopped then
   */
  constructor(
    private readonly ping: () => void,
    private readonly onSilent: () => void,
  ) {
    for (const name of WAKING) globalThis.addEventListener?.(name, this.ask);
    this.ask();
  }

  /** Something has come. */
  heard(): void {
    clearTimeout(this.limit);
    this.limit = undefined;
  }

  stop(): void {
    clearInterval(this.beat);
    this.heard();
    for (const name of WAKING) globalThis.removeEventListener?.(name, this.ask);
  }

  private readonly ask = (): void => {
    this.ping();
    this.limit ??= setTimeout(() => {
      this.stop();
      this.onSilent();
    }, LIMIT_MS);
  };
}
