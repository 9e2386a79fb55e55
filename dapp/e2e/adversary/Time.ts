const real = { setTimeout, clearTimeout, setInterval, clearInterval };
const [now, elapsed] = [Date.now, performance.now];

interface Timer {
  at: number;
  every: number | undefined;
  work: () => void;
}

/** The interval at which timers are checked, like those of a tab in the background. */
const TICK_MS = 1_000;

/** The time of a page that lives only when it is told to: timers and `Date.now`, but for what Node does by itself. */
export class Time {
  private readonly timers = new Map<number, Timer>();
  private last = 0;

  constructor(public now: number) {
    const set = (work: () => void, ms = 0, every?: number): number => {
      this.timers.set(++this.last, { at: this.now + Math.max(0, Number(ms) || 0), every, work });
      return this.last;
    };
    const clear = (id: unknown) => void this.timers.delete(Number(id));
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number) => set(work, ms),
      setInterval: (work: () => void, ms = 0) => set(work, ms, Math.max(1, ms)),
      clearTimeout: clear,
      clearInterval: clear,
    });
    Date.now = () => this.now;
    // React works until a moment is over: the same games come at any speed of the machine
    performance.now = () => this.now;
  }

  /** Nothing of the page runs on. */
  clear(): void {
    this.timers.clear();
  }

  /** The page sleeps: timers are late. */
  sleep(ms: number): void {
    this.now += ms;
  }

  /** The page lives on until then. */
  async live(end: number, onTick: () => void): Promise<void> {
    while (this.now < end) {
      this.now = Math.min(end, this.now + TICK_MS);
      await this.due();
      onTick();
      await settled();
      await this.due();
    }
  }

  /** Runs the timers that are due now, and what follows from them immediately. */
  async due(): Promise<void> {
    for (let rounds = 0; rounds < 20; rounds++) {
      const due = [...this.timers]
        .filter(([, { at }]) => at <= this.now)
        .sort(([, one], [, other]) => one.at - other.at);
      if (due.length === 0 && rounds > 0) return;
      for (const [id, timer] of due) {
        if (this.timers.get(id) !== timer) continue;
        if (timer.every === undefined) this.timers.delete(id);
        else timer.at = this.now + timer.every;
        timer.work();
      }
      await settled();
    }
  }

  /** The machine's own time again. */
  restore(): void {
    Object.assign(globalThis, real);
    Object.assign(Date, { now });
    Object.assign(performance, { now: elapsed });
  }
}

/** React and the store of transcripts work by themselves, in Node's turns. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
}
