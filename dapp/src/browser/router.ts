import { useSyncExternalStore } from "react";

/** A view of the page; its address is the hash, so that any web server will do. */
export type Route =
  | { view: "lobby" | (typeof PLAIN)[number] | "notFound" }
  | { view: (typeof NUMBERED)[number]; id: number }
  /** The 6×6 game against the engine; without a game, where games against either engine begin. */
  | { view: "engine"; id: number | undefined }
  | { view: "player"; address: string };

/** "practice" is a game against the computer in this browser, "analysis" of any game or position. */
const PLAIN = ["wallet", "practice", "analysis", "how", "players", "tournaments"] as const;

/** "engine8x8" is a game of chess against the engine. */
const NUMBERED = ["game", "replay", "engine8x8", "tournament"] as const;

const isOneOf = <View extends string>(views: readonly View[], view: string): view is View =>
  views.some((one) => one === view);

/** Ids are 32 bits wide, and begin with 1. */
const MAX_ID = 2 ** 32 - 1;

function parseId(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? "") ? Number(text) : undefined;
  return id !== undefined && id <= MAX_ID ? id : undefined;
}

/** Whether a value is an account's address by its look. */
export const isAddress = (value: unknown): value is string =>
  typeof value === "string" && /^erd1[02-9ac-hj-np-z]{58}$/.test(value);

/** The view of an address. */
export function parseRoute(hash: string): Route {
  const [view = "", text, ...rest] = hash.replace(/^#\/?/, "").split("/");
  const id = parseId(text);
  if (rest.length > 0) return { view: "notFound" };
  if (isOneOf(NUMBERED, view) && id !== undefined) return { view, id };
  if (view === "player" && isAddress(text)) return { view, address: text };
  if (view === "engine" && (id !== undefined || text === undefined)) return { view, id };
  if (text !== undefined && text !== "") return { view: "notFound" };
  if (isOneOf(PLAIN, view)) return { view };
  return view === "" ? { view: "lobby" } : { view: "notFound" };
}

/** The address of a view. */
export function href(route: Route): string {
  if (route.view === "player") return `#/player/${route.address}`;
  const id = "id" in route && route.id !== undefined ? `/${route.id}` : "";
  return route.view === "lobby" ? "#/" : `#/${route.view}${id}`;
}

export const navigate = (route: Route): void => {
  location.hash = href(route);
};

export function useRoute(): Route {
  const hash = useSyncExternalStore(
    (listener) => {
      addEventListener("hashchange", listener);
      return () => removeEventListener("hashchange", listener);
    },
    () => location.hash,
  );
  return parseRoute(hash);
}
