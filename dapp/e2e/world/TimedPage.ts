import type { Page, Request } from "playwright-core";

/** A page without moves or input is at rest after this time. */
const UNTIL_REST_MS = 110_000;
const MINUTE_MS = 60_000;
/** The clock runs in steps: each step's requests are answered before the next one. */
const STEP_UNTIL_REST_MS = 2_000;
const LONGEST_STEP_MS = 2_000;
/** A clock can't be stopped at a past time: this is longer than a busy machine stands still. */
const AHEAD_MS = 10_000;

/** A page with its own clock, and its requests. */
export class TimedPage {
  private count = 0;
  private readonly questions = new Set<Request>();
  /** The number of unanswered pings. */
  private pings = 0;

  private constructor(private readonly page: Page) {
    // a pong arrives in real time
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

  /** Reloads the page, so that all its timers run by its own clock. */
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
   * The number of requests in a minute after a long rest.
   * @param most the allowed number: the clock runs in enough steps to notice twice as many
   */
  async minuteAtRest(most: number): Promise<number> {
    // otherwise the clock would also run in real time, and a request that a busy machine answers late would time out
    await this.page.clock.pauseAt((await this.now()) + AHEAD_MS);
    await this.answered();
    await this.pass(UNTIL_REST_MS, STEP_UNTIL_REST_MS);
    const asked = await this.pass(MINUTE_MS, Math.min(LONGEST_STEP_MS, MINUTE_MS / (2 * most)));
    await this.page.clock.resume();
    return asked;
  }

  /** Lets some of the page's time pass. Returns the number of requests in it. */
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

  /** Waits until no request is pending, and the answers are read. */
  private async answered(): Promise<void> {
    do {
      // by its answer, all earlier requests of the page were reported
      await this.now();
      await new Promise((resolve) => setTimeout(resolve, 15));
    } while (this.questions.size + this.pings > 0);
  }
}
