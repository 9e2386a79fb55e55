import { type Message, t } from "../../i18n/i18n";
import { REFUSALS } from "../refusals";

/** The refusals that the relay alone gives (docs/relay.md), in a player's words. */
export const RELAY_ERRORS: Readonly<Record<string, Message>> = {
  json: "The relay can't read what this page sends: load the page anew.",
  binary: "The relay can't read what this page sends: load the page anew.",
  room: "The relay knows no such game.",
  "no-room": "The relay has lost sight of this page.",
  crowded: "Too many look on: the relay lets nobody else in.",
  hasty: "This page changes games too fast for the relay.",
  replaced: "The relay has seen too many versions of this game: bring yours to the chain.",
  contract: "The relay doesn't carry this contract's games.",
  keys: "The relay doesn't find this game with these keys on the chain.",
  gateway: "The relay can't reach the chain.",
  match: "The relay doesn't carry matches.",
  "no-round": "The relay doesn't have that round.",
  full: "The relay keeps as many games as it may.",
  store: "The relay couldn't keep the move.",
};

/** Whether a refusal isn't the fault of what was sent: the same is taken later. */
export const isPassing = (code: string): boolean => ["gateway", "full", "store"].includes(code);

/** Whether a refusal leaves this connection without a room. */
export const isOutside = (code: string): boolean => ["crowded", "no-room"].includes(code);

/** The text for a player, to be shown by `inWords`; a code of a newer relay comes with that one's words. */
export function relayErrorText(code: string, text: string): string {
  const refusal = REFUSALS[code];
  return RELAY_ERRORS[code] ?? t("The relay: {text}.", { text: refusal ? t(refusal) : text });
}
