import type { Page, Request } from "playwright-core";

/** The time without a move or a hand on it after which a page is at rest. */
const UNTIL_REST_MS = 110_000;
const MINUTE_MS = 60_000;
/** The clock goes on by steps: what a step asks for is answered before the next one. */
const STEP_UNTIL_REST_MS = 2_000;
const LONGEST_STEP_MS = 2_000;
/** A clock can't be stopped at a time that is over: longer than a busy machine stands still. */
const AHEAD_MS = 10_000;

/** A page on a clock of its own, and its requests. */
export class TimedPage {
  private count = 0;
  private readonly questions = new Set<Request>();
  /** Signs of life that were asked for and haven't come. */
  private pings = 0;

  private constructor(private readonly page: Page) {
    // a sign of life that is asked for comes in real time
    page.on("websocket", (socket) => {
      let pings = 0;
      const count = (change: number) => {
        pings += change;
        this.pings += change;
      };
      socket.on("framesent", ({ payload }) => String(payload).includes('"ping"') && count(1));
      socket.on("framereceived", ({ payload }) => pings > 0 && /"pong"|"json"/.test(String(payload)) && count(-1));
      socket.on("close", () => count(-pings));
    });
    // a feed is one request without an end
    page.on("request", (request) => {
      if (request.resourceType() === "eventsource") return;
      this.count++;
      this.questions.add(request);
    });
    for (const end of ["requestfinished", "requestfailed"] as const) {
      page.on(end as "requestfinished", (request) => this.questions.delete(request));
    }
  }

  /** The page is loaded anew, so that all its timers run by that clock. */
  static async of(page: Page, shows: string): Promise<TimedPage> {
    const timed = new TimedPage(page);
    await page.clock.install();
    await page.reload();
    await page.getByTestId(shows).waitFor();
    await timed.answered();
    return timed;
  }

  /** A page that runs by such a clock already. */
  static running(page: Page): TimedPage {
    return new TimedPage(page);
  }

  /**
   * How much the page asks in a minute after nothing has happened for long.
   * @param most how much it may ask: the clock runs for enough steps that twice as much would be
   * seen
   */
  async minuteAtRest(most: number): Promise<number> {
    // by itself the clock would continue in real time, too, and a question that a busy machine
    // answers late would be over
    await this.page.clock.pauseAt((await this.now()) + AHEAD_MS);
    await this.answered();
    await this.pass(UNTIL_REST_MS, STEP_UNTIL_REST_MS);
    const asked = await this.pass(MINUTE_MS, Math.min(LONGEST_STEP_MS, MINUTE_MS / (2 * most)));
    await this.page.clock.resume();
    return asked;
  }

  /** Lets so much of the page's time pass; how much it has asked meanwhile. */
  private async pass(milliseconds: number, step: number): Promise<number> {
    const before = this.count;
    const end = (await this.now()) + milliseconds;
    while ((await this.now()) < end) {
      await this.page.clock.runFor(step);
      await this.answered();
    }
    return this.count - before;
  }

  private now(): Promise<number> {
    return this.page.evaluate(() => Date.now());
  }

  /** Waits until nothing is under way, and what came was read. */
  private async answered(): Promise<void> {
    do {
      // what the page has asked until now is told before this
      await this.now();
      await new Promise((resolve) => setTimeout(resolve, 15));
    } while (this.questions.size + this.pings > 0);
  }
}
