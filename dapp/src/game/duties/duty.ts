import { EARLY_MS, RANK_MS, waitMs } from "../../chess/rules";
import { plyCount } from "../../signedPlay/standing";
import type { SignedTable } from "../line/useSignedTable";
import type { Due } from "./due";

/** What the rules of play by signature ask of a player now, on the chain. */
export interface Duty {
  what: "show" | "answer" | "settle" | "bring" | "signal" | "part";
  /** The same thing has the same name: it is done once. */
  name: string;
  /** How far behind others this page comes that could do it, too: the other player's, and this one's other device. */
  rank: number;
  /** It could become needless by itself in a moment. */
  isEarly: boolean;
}

/** How long a duty waits, with so much time until it's too late, where that is known. */
export const afterMs = ({ rank, isEarly }: Pick<Duty, "rank" | "isEarly">, timeMs?: number): number =>
  waitMs(rank * RANK_MS + (isEarly ? EARLY_MS : 0), timeMs);

/** Winners bring first, then losers; after a draw White, then Black: two calls for one end would cost two fees. */
function rankOf({ end, session }: SignedTable): number {
  const { color } = session.game;
  if (end?.winner !== undefined) return end.winner === color ? 0 : 2;
  return color === "white" ? 0 : 1;
}

/** None where nothing is due, the relay does it, or it is the player's to choose: an ask, a claim. */
export function dutyOf(signed: SignedTable, due: Due | undefined, isRelays: boolean): Duty | undefined {
  const { chain, session, end, match } = signed;
  const { game, claims } = chain;
  const named = (what: Duty["what"], rank: number, isEarly = false): Duty => ({
    what,
    rank: session.hasLastWord ? rank : rank + 1,
    isEarly,
    name: `${what} ${session.game.id.round} ${plyCount(session.game.moves)} ${game.plies} ${game.awaits}`,
  });
  if (match?.leaveCall()) return isRelays ? undefined : named("part", rankOf(signed));
  if (signed.isLateBehind) return isRelays ? undefined : named("signal", rankOf(signed));
  // an end that nobody has undone, an ask that nobody has answered
  if (claims.inactivity) {
    const isAsker = game.awaits === "answer" && game.turn !== session.game.color;
    const isOpenEnd = game.awaits === "longerGame";
    return !isRelays && (isAsker || isOpenEnd) ? named("signal", isAsker ? 0 : rankOf(signed)) : undefined;
  }
  if (!due || due.byRelay || due.what === "ask" || due.what === "claim") return undefined;
  // who is cut off from the relay can do that, and needn't
  if (due.what === "bring" && !signed.mustBring) return undefined;
  if (due.what === "settle") return named("settle", rankOf(signed), end?.isFinal === false);
  // the opponent's page answers by itself; the game may continue in the meantime
  if (due.what === "show" && game.awaits === "answer")
    return { ...named("show", 2), name: `show ${session.game.id.round} ${game.plies}` };
  return named(due.what, 0);
}
