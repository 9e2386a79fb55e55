import { otherColor } from "../../chain/game";
import { AWAITS, canMate, weigh } from "../../chess/rules";
import { CAUSES } from "../../signedPlay/advice";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";

/** The steps on the chain, by the player's numbers less one (crates/player, `Step`). */
const STEPS = ["show", "answer", "settle", "claim", "bring", "ask", "signal", "part"] as const;
type Step = (typeof STEPS)[number];
/** The consequence for a game whose opponent doesn't move (`Absence`), and the result of an unanswered ask (`Prize`). */
const ABSENCES = ["waiting", "askable", "handed", "asked"] as const;
const PRIZES = ["win", "draw", "abort"] as const;

/** A step that is due on the chain. */
export interface Due {
  what: Step;
  /** The relay does it: nothing is offered. */
  byRelay: boolean;
}

/** The outlook with an opponent who doesn't move. Times are moments by this machine's clock. */
export interface Outlook {
  kind: (typeof ABSENCES)[number];
  prize: (typeof PRIZES)[number];
  /** From when on they can be asked. */
  askAt: number;
  /** When the chain's time for the answer is over. */
  until: number | undefined;
  byRelay: boolean;
}

/** A step that the page takes by itself, and how long it leaves that to others, in milliseconds. */
export interface Duty {
  what: Step;
  waits: number;
}

/** The honest player's answer about a game by signature at a moment. */
export interface Weighed {
  due: Due | undefined;
  outlook: Outlook | undefined;
  duty: Duty | undefined;
  /** Whether a relay brings what has just become due. */
  isRelays: boolean;
  /** Whether it brings the end that was said last. */
  isRelaysEnd: boolean;
  /** Whether the opponent says nothing about the next round. */
  isLeftAlone: boolean;
}

/** Asks the honest player, by what the page knows of a game. The numbers are those of crates/player, `Situation`. */
export function weighed(signed: SignedTable, timers: Timers, now: number, epochMs: number): Weighed {
  const { snapshot, session, chain, room, end, match } = signed;
  const { color, messages } = session.game;
  const { clocks, plies } = snapshot;
  const { turn } = snapshot.game;
  const byRelay = room?.brings === true;
  const answer = weigh([
    ...[now, color === "white", turn === color, plies.length, clocks?.base, clocks?.increment, epochMs],
    ...[end && (!end.winner ? 0 : end.winner === color ? 1 : 2), end?.isFinal],
    ...[snapshot.claims.draw, signed.mustBring, session.hasLastWord, match?.leftAt],
    ...[match?.interval?.waitsSince, signed.openedAt, messages[1]?.at ?? 0],
    ...[signed.times.at(-1), signed.ownTimes.at(-1), signed.ownTimes[chain.game.plies]],
    ...[messages.at(-1)?.at, session.game.said(color, "ask")?.at, timers.players[turn].until],
    ...[signed.advice.cause && CAUSES.indexOf(signed.advice.cause) + 1, signed.isAhead],
    ...[AWAITS[chain.game.awaits], signed.isAsked, chain.claims.inactivity, signed.isLateBehind, signed.isTimeOver],
    ...[chain.changedAt, signed.chainUntil, timers.until],
    ...[byRelay, room !== undefined && room.state !== "online", room?.offlineSince],
    ...[room?.people?.[otherColor(color)].here === false, canMate(snapshot.moves, color)],
  ]);
  const [
    step = 0,
    isRelaysStep,
    absence = 0,
    prize = 0,
    askAt = 0,
    duty = 0,
    waits = 0,
    isRelays,
    isRelaysEnd,
    isLeftAlone,
  ] = answer;
  const what = STEPS[step - 1];
  const kind = ABSENCES[absence - 1];
  const gains = PRIZES[prize - 1];
  const does = STEPS[duty - 1];
  return {
    due: what && { what, byRelay: isRelaysStep === 1 },
    outlook: kind && gains && { kind, prize: gains, askAt, until: timers.until, byRelay },
    duty: does && { what: does, waits },
    isRelays: isRelays === 1,
    isRelaysEnd: isRelaysEnd === 1,
    isLeftAlone: isLeftAlone === 1,
  };
}
