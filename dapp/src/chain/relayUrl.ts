import { useSyncExternalStore } from "react";
import { Changing } from "../browser/Changing";
import { localStore } from "../browser/storage";
import { useChain } from "./ChainContext";
import { isRelayUrl } from "./settings";

const NAME = "chess.relay";
/** Written in the place of an address by who wants none. */
const NONE = "off";

const changes = new Changing();

/** The relay's entry in the settings; empty if nothing was written. */
export const chosenRelay = (): string => localStore.getItem(NAME) ?? "";

/** Whether a text can be kept: an address, "off", or nothing. */
export const isRelayChoice = (text: string): boolean => text === "" || text === NONE || isRelayUrl(text);

export function chooseRelay(text: string): void {
  if (text === "") localStore.removeItem(NAME);
  else localStore.setItem(NAME, text);
  changes.changed();
}

/** The relay to play through: the chosen one, or else that of settings.json, if there is one. */
export function useRelayUrl(): string | undefined {
  const { settings } = useChain();
  const chosen = useSyncExternalStore(changes.subscribe, chosenRelay);
  return chosen === NONE ? undefined : chosen || settings.relay;
}

/** Where a relay answers over HTTP: `wss://relay.example/play` and "lobby" are `https://relay.example/lobby`. */
export const relayPath = (relay: string, path: string): string | undefined =>
  new URL(relay).pathname.endsWith("/play") ? new URL(path, relay.replace("ws", "http")).href : undefined;

/** The same of the relay to play through, if there is one. */
export function useRelayPath(path: string): string | undefined {
  const relay = useRelayUrl();
  return relay && relayPath(relay, path);
}
