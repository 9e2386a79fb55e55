import { afterEach, expect, test, vi } from "vitest";
import { notify } from "./notices";

const NOTICE = { title: "Your turn", body: "They played e4.", game: 7, tag: "chess-game-7" };
const SHOWN = { body: NOTICE.body, tag: NOTICE.tag, icon: "./icon.svg" };

afterEach(() => vi.unstubAllGlobals());

/** A browser that has allowed notices, looks elsewhere, and makes them in this way. */
function browser(construct: (title: string, options: NotificationOptions) => void, registration?: object) {
  class Notice {
    static permission = "granted";
    constructor(title: string, options: NotificationOptions) {
      construct(title, options);
    }
  }
  vi.stubGlobal("Notification", Notice);
  vi.stubGlobal("document", { visibilityState: "hidden" });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => registration } });
}

const refuse = () => {
  throw new TypeError("Failed to construct 'Notification': Illegal constructor.");
};

test("a notice by the page itself, where the browser lets it", async () => {
  const construct = vi.fn();
  const showNotification = vi.fn();
  browser(construct, { showNotification });
  notify(NOTICE);
  expect(construct).toHaveBeenCalledWith("Your turn", SHOWN);
  await new Promise((resolve) => setTimeout(resolve));
  expect(showNotification).not.toHaveBeenCalled();
});

test("on phones by the service worker, which opens the game when it is clicked", async () => {
  const showNotification = vi.fn(async () => {});
  browser(refuse, { showNotification });
  notify(NOTICE);
  await expect.poll(() => showNotification).toHaveBeenCalledWith("Your turn", { ...SHOWN, data: { game: 7 } });
});

test("without a service worker, or one that refuses, nothing breaks", async () => {
  const showNotification = vi.fn(async () => refuse());
  browser(refuse, { showNotification });
  notify(NOTICE);
  await expect.poll(() => showNotification).toHaveBeenCalled();
  browser(refuse);
  notify(NOTICE);
  vi.stubGlobal("navigator", {});
  notify(NOTICE);
  // a promise that is refused without a catch fails the run
  await new Promise((resolve) => setTimeout(resolve));
});
