import { useSyncExternalStore } from "react";

/** A view of the page; its address is the hash, so that any web server will do. */
export type Route =
  | { view: "lobby" }
  | { view: "game"; id: number }
  | { view: "replay"; id: number }
  /** The 6×6 game against the engine; without a game, where games against either engine begin. */
  | { view: "engine"; id: number | undefined }
  /** A game of chess against the engine. */
  | { view: "engine8x8"; id: number }
  | { view: "player"; address: string }
  | { view: "wallet" }
  /** A game against the computer in this browser. */
  | { view: "practice" }
  /** Any game or position. */
  | { view: "analysis" }
  | { view: "how" }
  | { view: "players" }
  | { view: "tournaments" }
  | { view: "tournament"; id: number }
  | { view: "notFound" };

/** Ids are 32 bits wide, and begin with 1. */
const MAX_ID = 2 ** 32 - 1;

function parseId(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,9}$/.test(text ?? "") ? Number(text) : undefined;
  return id !== undefined && id <= MAX_ID ? id : undefined;
}

const isAddress = (text: string | undefined): text is string => /^erd1[02-9ac-hj-np-z]{58}$/.test(text ?? "");

/** The view of an address. */
export function parseRoute(hash: string): Route {
  const [view = "", text, ...rest] = hash.replace(/^#\/?/, "").split("/");
  const id = parseId(text);
  if (rest.length > 0) return { view: "notFound" };
  if ((view === "game" || view === "replay" || view === "engine8x8" || view === "tournament") && id !== undefined)
    return { view, id };
  if (view === "player" && isAddress(text)) return { view, address: text };
  if (view === "engine" && (id !== undefined || text === undefined)) return { view, id };
  if (text !== undefined && text !== "") return { view: "notFound" };
  if (view === "wallet" || view === "how" || view === "players" || view === "practice" || view === "analysis")
    return { view };
  if (view === "tournaments") return { view };
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
