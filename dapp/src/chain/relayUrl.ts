import { useSyncExternalStore } from "react";
import { localStore } from "../browser/storage";
import { isRelayUrl, type Settings } from "./settings";

const NAME = "chess.relay";
/** Written in the place of an address by who wants none. */
const NONE = "off";

const listeners = new Set<() => void>();

/** What was written into the settings; empty where nothing was. */
export const chosenRelay = (): string => localStore.getItem(NAME) ?? "";

/** Whether a text can be kept: an address, "off", or nothing. */
export const isRelayChoice = (text: string): boolean => text === "" || text === NONE || isRelayUrl(text);

export function chooseRelay(text: string): void {
  if (text === "") localStore.removeItem(NAME);
  else localStore.setItem(NAME, text);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The relay to play through: the chosen one, or else that of settings.json, if there is one. */
export function useRelayUrl(settings: Settings): string | undefined {
  const chosen = useSyncExternalStore(subscribe, chosenRelay);
  return chosen === NONE ? undefined : chosen || settings.relay;
}

/** Where a relay answers over HTTP: `wss://relay.example/play` and "lobby" are `https://relay.example/lobby`. */
export function relayPath(relay: string, path: string): string | undefined {
  const url = new URL(relay);
  if (!url.pathname.endsWith("/play")) return undefined;
  return `${url.protocol === "wss:" ? "https" : "http"}://${url.host}${url.pathname.slice(0, -"play".length)}${path}`;
}
