import { type Awaits, type Color, otherColor, type TimeControl } from "../../chain/game";
import { CUT_OFF_MS, FIRST_MOVE_MS, OPPONENT_MS, RELAY_MS, RESIGNS_MS, waitMs } from "../../chess/rules";
import type { Cause } from "../../signedPlay/advice";
import type { SignedEnd } from "../../signedPlay/standing";

/** How a game by signature stands between its player, the opponent, the relay and the chain. Times are in milliseconds. */
export interface Situation {
  now: number;
  you: Color;
  turn: Color;
  plies: number;
  awaits: Awaits;
  end: SignedEnd | undefined;
  /** Why the honest player has a call to make, if they have. */
  cause: Cause | undefined;
  /** There is something that the chain could be told. */
  isAhead: boolean;
  /** The chain waits for this player's answer. */
  isAsked: boolean;
  /** What the chain awaits is late: it takes nothing any more but what settles. */
  isTimeOver?: boolean;
  /** Since when this player waits between two rounds of a match for the other's word. */
  waitsSince?: number | undefined;
  /** The game is so long that it goes on on the chain: that must know it first. */
  mustBring: boolean;
  /** This player can claim a draw. */
  isClaimable: boolean;
  clock: TimeControl | undefined;
  /** When the time of the player to move is over; none where no clock runs. */
  until: number | undefined;
  /** Since when the player to move is waited for. */
  since: number;
  /** When the ply was made that answers what the chain asks for, as far as this page knows. */
  answeredAt?: number | undefined;
  /** When something was signed last, by either: a move, or the word that has ended the game. */
  saidAt: number;
  /** When the chain's game changed last, as far as this page has seen it. */
  changedAt: number;
  /** When both had begun the game, if they have: of a match's next one the relay could tell the chain nothing before. */
  begunAt: number;
  /** When this player signed an ask over the game as it stands. */
  askedAt: number | undefined;
  /** None in a game without a relay. */
  relay: { isOnline: boolean; brings: boolean; offlineSince: number | undefined } | undefined;
  /** When the chain's time is over for what it awaits, where that is known. */
  deadline?: number | undefined;
  /** How long an epoch of the chain is: the time for a move in a game without a clock. */
  epochMs: number;
}

/** What is due on the chain, and by whom. */
export interface Due {
  what: "show" | "answer" | "settle" | "claim" | "bring" | "ask";
  /** The relay does it: nothing is offered. */
  byRelay: boolean;
}

/** What the player may tell the chain now; nothing that isn't due. */
export function dueCall(situation: Situation): Due | undefined {
  const { now, cause, awaits, changedAt, begunAt, isAhead, askedAt, relay } = situation;
  const { deadline = Number.POSITIVE_INFINITY } = situation;
  const by = (what: Due["what"], from: number): Due => {
    const since = Math.max(from, begunAt);
    const patience = deadline > since ? waitMs(RELAY_MS, deadline - since) : 0;
    return { what, byRelay: relay?.brings === true && now < since + patience };
  };
  if (situation.isTimeOver) return undefined;
  if (cause === "meets" && situation.isAsked)
    return by("answer", Math.max(changedAt, situation.answeredAt ?? situation.since));
  if (cause === "meets") return by("show", changedAt);
  if (cause === "endsRound" && now < leftAloneAt(situation)) return undefined;
  if (cause === "lost" && now < situation.saidAt + OPPONENT_MS) return undefined;
  if (cause === "ends" || cause === "endsRound" || cause === "lost") return by("settle", situation.saidAt);
  if (situation.end) return undefined;
  if (situation.mustBring) return { what: "bring", byRelay: false };
  if (situation.isClaimable) return { what: "claim", byRelay: false };
  if (situation.turn === situation.you || awaits !== "move") return undefined;
  if (isCutOff(situation) && isAhead) return { what: "bring", byRelay: false };
  if (now < askAt(situation)) return undefined;
  return askedAt === undefined ? { what: "ask", byRelay: false } : by("ask", askedAt);
}

/** Whether the relay's line has been away for so long that the opponent is reached by the chain alone. */
const isCutOff = ({ now, relay }: Situation): boolean =>
  relay?.offlineSince !== undefined && now >= relay.offlineSince + CUT_OFF_MS;

/**
 * From when on the chain is told of a round's end all the same, because the other says nothing about the next one: the
 * stakes of the rounds to come would be held back forever.
 */
export const leftAloneAt = ({
  waitsSince,
  clock,
  epochMs,
}: Pick<Situation, "waitsSince" | "clock" | "epochMs">): number =>
  waitsSince === undefined ? Number.POSITIVE_INFINITY : waitsSince + (clock ? OPPONENT_MS : epochMs);

/** From when on the opponent can be asked on the chain. */
export function askAt({ plies, clock, until, since, relay, epochMs }: Situation): number {
  // what the opponent has done in the meantime isn't known
  const known = relay?.offlineSince === undefined ? 0 : relay.offlineSince + 2 * CUT_OFF_MS;
  const due = !clock
    ? since + epochMs
    : until === undefined || plies < 2
      ? since + Math.min(clock.base * 1_000, FIRST_MOVE_MS)
      : until + RESIGNS_MS;
  return Math.max(due, known);
}

/** What an unanswered ask brings. */
export type Prize = "win" | "draw" | "abort";

/** What happens with an opponent who doesn't move, and when. Times are moments by this machine's clock. */
export type Outlook =
  | { kind: "waiting"; askAt: number; prize: Prize }
  | { kind: "askable"; prize: Prize }
  | { kind: "handed"; prize: Prize }
  | { kind: "asked"; until: number | undefined; prize: Prize; byRelay: boolean };

interface Absence {
  /** What the relay says of the opponent; none where no relay says anything. */
  isHere: boolean | undefined;
  /** When the chain's time for the answer is over. */
  answerUntil: number | undefined;
  canMate: boolean;
}

/** What to expect of an opponent who is away or silent; nothing of one who is there and has time. */
export function outlook(situation: Situation, { isHere, answerUntil, canMate }: Absence): Outlook | undefined {
  const { now, you, turn, awaits, end, plies, clock, askedAt } = situation;
  if (end || turn !== otherColor(you) || awaits === "longerGame") return undefined;
  const prize = clock && plies < 2 ? "abort" : canMate ? "win" : "draw";
  if (awaits === "answer")
    return { kind: "asked", until: answerUntil, prize, byRelay: situation.relay?.brings === true };
  if (situation.relay && !situation.relay.isOnline) return undefined;
  const due = dueCall(situation);
  if (due?.what === "ask") return { kind: askedAt !== undefined && due.byRelay ? "handed" : "askable", prize };
  const isOver = situation.until !== undefined && now > situation.until;
  return isHere === false || isOver ? { kind: "waiting", askAt: askAt(situation), prize } : undefined;
}
