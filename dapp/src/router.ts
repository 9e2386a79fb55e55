import { useSyncExternalStore } from "react";

/** A view of the page; its address is the hash, so that any web server will do. */
export type Route =
  | { view: "lobby" }
  | { view: "game"; id: number }
  | { view: "replay"; id: number }
  | { view: "ai"; id: number | undefined }
  | { view: "wallet" };

/** The view of an address; the lobby for any that isn't known. */
export function parseRoute(hash: string): Route {
  const [view, text] = hash.replace(/^#\/?/, "").split("/");
  const id = /^[1-9]\d{0,9}$/.test(text ?? "") ? Number(text) : undefined;
  if ((view === "game" || view === "replay") && id !== undefined) return { view, id };
  if (view === "ai") return { view, id };
  if (view === "wallet") return { view };
  return { view: "lobby" };
}

/** The address of a view. */
export function href(route: Route): string {
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
