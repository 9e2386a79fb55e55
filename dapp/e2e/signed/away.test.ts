// Players who are away: the relay notifies them, and settles their games.
import type { BrowserContext, Page, Worker } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PushService } from "../world/PushService";
import { isTold, openChallenge, press, stopTime } from "../world/signedTable";
import { serveSite } from "../world/site";
import { connectExtension, installExtension } from "../world/standIns";
import { play } from "../world/strangers";
import { confirmed, move, seesPlies, World } from "../world/world";

const world = World.ofTests({ relay: ["--wallet", "heidi", "--push-loopback"], wholeBrowser: true });
let site: Awaited<ReturnType<typeof serveSite>>;
let service: PushService;
beforeAll(async () => {
  service = await PushService.start();
  const { chain, relay } = world;
  // only the production build has a service worker
  site = await serveSite("dist", { ...chain.settings("devnet"), relay: relay.url });
});
afterAll(async () => {
  service?.stop();
  site?.stop();
});

/** Browsers' own push services are on the network: this is how one answers the page. */
async function installPush(context: BrowserContext): Promise<void> {
  await context.grantPermissions(["notifications"], { origin: new URL(site.url).origin });
  await context.addInitScript(({ endpoint, p256dh, auth }) => {
    let subscription: unknown = null;
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      const keys = { p256dh: Uint8Array.from(p256dh).buffer, auth: Uint8Array.from(auth).buffer };
      const unsubscribe = async () => {
        subscription = null;
        return true;
      };
      subscription = { endpoint, options, unsubscribe, getKey: (name: "p256dh" | "auth") => keys[name] };
      return subscription as PushSubscription;
    };
  }, service.subscription);
}

/** A window of the production build, in which a player is connected by the extension. */
async function visit(name: string, isTold: boolean): Promise<Page> {
  const { context, page } = await world.visitor();
  if (isTold) await installPush(context);
  await installExtension(context, world.chain.player(name), () => "sign");
  await page.goto(`${site.url}#/wallet`);
  await connectExtension(page);
  await page.goto(`${site.url}#/`);
  return page;
}

/** Opens a challenge by signature from the lobby, as White or Black with 3+2; its number. */
async function challenge(page: Page, side: "White" | "Black"): Promise<number> {
  await isTold(page);
  return openChallenge(page, { side, time: "3+2", stake: "0.01", isUsual: true });
}

const workerOf = async (page: Page): Promise<Worker> =>
  page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent("serviceworker"));

/**
 * Hands a message to the page's service worker, as the browser does when a push service sends it, and waits until its
 * notice is shown: Chromium forgets a notice that it is asked about between keeping and showing it.
 */
async function deliver(page: Page, data: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === site.url);
      if (own) resolve(own.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const worker = await workerOf(page);
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration; isShown: Promise<void> };
    const { registration } = scope;
    scope.isShown = new Promise((resolve, reject) => {
      registration.showNotification = (...notice) => {
        const shown = ServiceWorkerRegistration.prototype.showNotification.apply(registration, notice);
        shown.then(resolve, reject);
        return shown;
      };
    });
  });
  const registrationId = await found;
  await session.send("ServiceWorker.deliverPushMessage", { origin: new URL(site.url).origin, registrationId, data });
  await worker.evaluate(() => (globalThis as unknown as { isShown: Promise<void> }).isShown);
  await session.detach();
}

/** The notices that the browser shows. */
const shown = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

const isSubscribed = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { pushManager } = await navigator.serviceWorker.ready;
    return (await pushManager.getSubscription()) !== null;
  });

/** The sign of a page whose player is notified while it is closed. */
const told = (page: Page) => page.locator('[data-testid="notices"][data-pushed="true"]');

test("a challenger who is elsewhere is told of the game and of each turn, until that is stopped", async () => {
  const black = await visit("alice", true);
  const id = await challenge(black, "Black");
  await told(black).waitFor();
  await black.goto(`${site.url}#/how`);

  const white = await visit("bob", false);
  await white.goto(`${site.url}#/game/${id}`);
  await press(white, "Accept for 0.01 EGLD");
  const begun = await service.next();
  expect(JSON.parse(begun)).toEqual({ kind: "begun", contract: world.chain.contract, game: id, plies: 0 });
  await deliver(black, begun);
  await expect.poll(() => shown(black)).toEqual([`Your game has begun: Game ${id}`]);

  await move(white, "e2e4");
  const turn = await service.next();
  expect(JSON.parse(turn)).toMatchObject({ kind: "turn", game: id, plies: 1 });
  // it takes the place of what was there
  await deliver(black, turn);
  await expect.poll(() => shown(black)).toEqual([`Your turn: Game ${id}`]);

  // what the browser does when the notice is clicked
  const worker = await workerOf(black);
  await worker.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (name: string, init: { notification: unknown }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
  });
  await seesPlies(black, 1);
  expect(new URL(black.url()).hash).toBe(`#/game/${id}`);
  await expect.poll(() => shown(black)).toEqual([]);

  // who doesn't want it any more is not told, until it is asked for again
  await move(black, "e7e5");
  await press(black, "Stop telling me");
  await black.getByRole("button", { name: "Tell me when it's my turn" }).waitFor();
  await expect.poll(() => isSubscribed(black)).toBe(false);
  await black.goto(`${site.url}#/how`);
  await move(white, "g1f3");
  await black.goto(`${site.url}#/game/${id}`);
  await move(black, "b8c6");
  await press(black, "Tell me when it's my turn");
  await told(black).waitFor();
  await seesPlies(white, 4);
  await black.goto(`${site.url}#/how`);
  // to who is still there the relay sends the move alone
  await white.getByTestId("presence").getByText("just left").waitFor();
  await move(white, "f1b5");
  expect(JSON.parse(await service.next())).toMatchObject({ kind: "turn", game: id, plies: 5 });

  // an end that stands is settled by the relay: without a click the open pages show what was paid
  await black.goto(`${site.url}#/game/${id}`);
  await seesPlies(black, 5);
  await confirmed(white, "Resign");
  await black.getByTestId("end").getByText("+0.01 EGLD").waitFor();
  await white.getByTestId("end").getByText("−0.01 EGLD").waitFor();
  for (const page of [white, black]) {
    const link = await page
      .getByTestId("record")
      .getByRole("link", { name: /^[0-9a-f]{64}$/ })
      .getAttribute("href");
    const [, hash = ""] = /^https:\/\/devnet-explorer\.multiversx\.com\/transactions\/(\S+)$/.exec(link ?? "") ?? [];
    expect(await world.chain.functionOf(hash)).toBe("play");
  }
});

test("both pages are closed after a mate: the relay settles it, and the winner is paid", async () => {
  const [white, black] = await Promise.all([visit("carol", false), visit("frank", false)]);
  const id = await challenge(white, "White");
  await black.goto(`${site.url}#/game/${id}`);
  await press(black, "Accept for 0.01 EGLD");
  await play(white, black, ["f2f3", "e7e5", "g2g4"]);
  // the loser doesn't wait for the end
  await white.context().close();
  const frank = world.chain.player("frank").address;
  const before = await world.chain.balance(frank);
  // the page doesn't hear from the chain that the relay has settled the game
  await black.route("**/vm-values/query", () => {});
  // nor does it lose patience with the relay, and brings the mate itself, before it is closed
  await stopTime(black);
  await move(black, "d8h4");
  await black.getByText("You won by checkmate").first().waitFor();
  await black.getByTestId("end").getByText("The relay settles this game.").waitFor();
  expect(await black.getByRole("button", { name: /^Settle/ }).count()).toBe(0);
  await black.context().close();
  // nobody acknowledges the mate: the end is open on the chain until its window is over
  await expect.poll(() => world.chain.fen(id), { timeout: 40_000, interval: 200 }).toContain("6Pq");
  await world.chain.skipEpochs(1);
  const paid = 20_000_000_000_000_000n;
  await expect.poll(() => world.chain.balance(frank), { timeout: 40_000, interval: 200 }).toBe(before + paid);
});
