import type { Message } from "../i18n/i18n";

/** Why a message of the opponent is not taken, or one of one's own is not signed. */
export class SignedPlayError extends Error {
  constructor(why: Message) {
    super(why);
  }
}

/** Why a message isn't kept (crates/signed-play, `Refusal`), by its code and in the order of the module's numbers. */
export const REFUSALS: Readonly<Record<string, Message>> = {
  known: "this was said already",
  fork: "this is another game than the one that is signed",
  moves: "these are no canonical moves",
  illegal: "a move that isn't legal",
  over: "the game has ended",
  unsigned: "a signature is missing",
  ahead: "this is said over moves that nobody has signed",
  "two-actions": "one message says one thing",
  "cannot-ask": "who is to move can't ask",
  "cannot-leave": "only a match can be left",
  round: "the match is in another round",
  points: "the points are others",
  "not-over": "the previous round isn't over",
  begun: "who has begun a round doesn't leave before it",
  left: "who has left the match says nothing more",
  "cannot-offer": "a draw is offered after one's own move",
  argument: "what was signed can't be read",
  "not-drawn": "after a mate there is no draw",
  signature: "the signature does not hold",
};

export const refused = (code: string): SignedPlayError => new SignedPlayError(REFUSALS[code] as Message);
