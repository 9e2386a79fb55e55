import { useNow } from "../../browser/useNow";
import { useChain } from "../../chain/ChainContext";
import { otherColor } from "../../chain/game";
import { canMate } from "../../chess/rules";
import { waitWithin } from "../../signedPlay/clock";
import type { SignedTable } from "../line/useSignedTable";
import type { Timers } from "../line/useTimers";
import { type Due, dueCall, type Outlook, outlook, type Situation } from "./due";

/** What is due in a game by signature, and what is to be expected of its opponent, by the second. */
export function useSituation(
  signed: SignedTable | undefined,
  timers: Timers,
): { due: Due | undefined; outlook: Outlook | undefined; now: number } {
  const { config } = useChain();
  const now = useNow(signed !== undefined);
  if (!signed) return { due: undefined, outlook: undefined, now };
  const situation = situationOf(signed, timers, now, config.roundMs * config.roundsPerEpoch);
  const people = signed.room?.people;
  const { color } = signed.session.game;
  const absence = {
    isHere: people?.[otherColor(color)].here,
    answerUntil: timers.until,
    canMate: canMate(signed.snapshot.moves, color),
  };
  return { due: dueCall(situation), outlook: outlook(situation, absence), now };
}

/** How a game by signature stands, by what the page knows of it. */
export function situationOf(signed: SignedTable, timers: Timers, now: number, epochMs: number): Situation {
  const { snapshot, session, chain, room, end, isAhead, isAsked } = signed;
  const { game } = snapshot;
  const { color, messages } = session.game;
  const begunAt = messages[1]?.at ?? 0;
  // a ply that the chain alone has shown was seen there, and a round without one begins when both have begun it
  const knownAt = signed.ownTimes.at(-1) ?? Math.max(signed.openedAt, chain.changedAt, begunAt);
  return {
    now,
    you: color,
    turn: game.turn,
    plies: snapshot.plies.length,
    awaits: chain.game.awaits,
    end,
    isAhead,
    isAsked,
    isTimeOver: signed.isTimeOver,
    // both have left: the match ends by a call of its own
    cause: signed.match?.leaveCall() ? undefined : signed.advice.cause,
    waitsSince: signed.match?.interval?.waitsSince,
    mustBring: signed.mustBring,
    isClaimable: snapshot.claims.draw,
    clock: snapshot.clocks,
    ...waitWithin(snapshot.clocks, signed.times, timers.players[game.turn].until, knownAt),
    answeredAt: signed.ownTimes[chain.game.plies],
    saidAt: messages.at(-1)?.at ?? signed.openedAt,
    changedAt: chain.changedAt,
    begunAt,
    askedAt: session.game.said(color, "ask")?.at,
    relay: room && { isOnline: room.state === "online", brings: room.brings, offlineSince: room.offlineSince },
    deadline: signed.chainUntil ?? timers.until,
    epochMs,
  };
}
