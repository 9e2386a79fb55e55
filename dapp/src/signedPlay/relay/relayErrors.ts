import { type Message, t } from "../../i18n/i18n";

/** What the relay refuses (docs/relay.md), in a player's words. */
export const RELAY_ERRORS: Readonly<Record<string, Message>> = {
  json: "The relay can't read what this page sends: load the page anew.",
  binary: "The relay can't read what this page sends: load the page anew.",
  room: "The relay knows no such game.",
  "no-room": "The relay has lost sight of this page.",
  crowded: "Too many look on: the relay lets nobody else in.",
  hasty: "This page changes games too fast for the relay.",
  moves: "The relay can't read the moves, or they are more than 1,000.",
  illegal: "The relay says that a move isn't legal.",
  argument: "The relay can't read what was signed.",
  unsigned: "The relay misses a signature.",
  signature: "The relay says that a signature doesn't hold.",
  ahead: "The relay doesn't know all moves yet.",
  "two-actions": "The relay takes what one player says at a time.",
  "cannot-ask": "Nobody can be asked for a move now.",
  "cannot-offer": "A draw is offered after one's own move, and accepted on move.",
  "cannot-leave": "Only a match can be left.",
  "not-drawn": "After a mate there is no draw.",
  over: "The game is over.",
  fork: "The relay has other moves, which arrived first.",
  replaced: "The relay has seen too many versions of this game: bring yours to the chain.",
  contract: "The relay doesn't carry this contract's games.",
  keys: "The relay doesn't find this game with these keys on the chain.",
  gateway: "The relay can't reach the chain.",
  match: "The relay doesn't carry matches.",
  round: "The relay is in another round of the match.",
  points: "The relay counts other points in this match.",
  "not-over": "The relay says that the round goes on.",
  begun: "Who has begun a round doesn't leave before it.",
  left: "Who has left the match begins no round.",
  "no-round": "The relay doesn't have that round.",
  full: "The relay keeps as many games as it may.",
  store: "The relay couldn't keep the move.",
};

/** What isn't the fault of what was sent: the same is taken later. */
export const isPassing = (code: string): boolean => ["gateway", "full", "store"].includes(code);

/** What leaves this connection without a room. */
export const isOutside = (code: string): boolean => ["crowded", "no-room"].includes(code);

/** What a player is told, to be shown by `inWords`; a code of a newer relay comes with that one's words. */
export const relayErrorText = (code: string, text: string): string =>
  RELAY_ERRORS[code] ?? t("The relay: {text}.", { text });
