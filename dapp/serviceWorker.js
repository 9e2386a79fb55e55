// Shows the relay's notices, and serves the page's own files without a network, but no data of the chain. vite.config.ts
// inserts the files' names. settings.json always comes from the network, so that no old contract is served.
const FILES = /* files */ [];
const CACHE = /* version */ "";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(["./", ...FILES])));
});

addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
      await clients.claim();
    })(),
  );
});

/** The newest index.html or, without a network, the stored one. */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("./")) ?? Response.error();
  }
}

/** A file of the build. Its name depends on its content, so a stored one is never out of date. */
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const folder = new URL("./", location.href);
  if (request.method !== "GET" || url.origin !== folder.origin || !url.pathname.startsWith(folder.pathname)) return;
  const path = url.pathname.slice(folder.pathname.length);
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (path.startsWith("assets/") || FILES.includes(`./${path}`)) event.respondWith(file(request));
});

/** The texts and tags of the relay's notices, by their kind (docs/relay.md). */
const NOTICES = {
  begun: ["Your game has begun", "chess-game"],
  turn: ["Your turn", "chess-game"],
  ask: ["Your opponent asks for your move on the chain", "chess-chain"],
};

/** The address of a notice's game; without a game, the notice is about a tournament. */
const addressOf = (game) => (game ? `#/game/${game}` : "#/tournaments");

async function show(notice) {
  const [title, tag] = NOTICES[notice.kind] ?? ["Something has happened in your game", "chess-game"];
  // the page's own notice of this event has the same tag: one replaces the other
  await registration.showNotification(title, {
    body: `Game ${notice.game}`,
    tag: `${tag}-${notice.game}`,
    icon: "./icon.svg",
    data: { game: notice.game },
  });
}

addEventListener("push", (event) => {
  const notice = event.data?.json();
  if (Number.isInteger(notice?.game)) event.waitUntil(show(notice));
});

/** Shows the game in an open window, or in a new one. */
async function open(game) {
  const windows = await clients.matchAll({ type: "window" });
  const window = windows.find(({ url }) => new URL(url).hash === addressOf(game)) ?? windows[0];
  if (!window) return clients.openWindow(`./${addressOf(game)}`);
  window.postMessage({ open: game });
  return window.focus();
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.game).catch(() => {}));
});
