import { useCallback, useEffect, useMemo, useState } from "react";
import { useVersion } from "../../browser/useVersion";
import { useChain } from "../../chain/ChainContext";
import type { Color } from "../../chain/game";
import type { NetworkConfig } from "../../chain/network/gateway";
import { encodeMove } from "../../chess/canonical";
import { replay } from "../../chess/history";
import { type DrawClaim, drawClaim, legalMoves } from "../../chess/rules";
import type { FromTo } from "../../chess/san";
import { t } from "../../i18n/i18n";
import { type Advice, adviceOf, NO_ADVICE, type Pauses } from "../../signedPlay/advice";
import { type PlyTimes, plyTimes } from "../../signedPlay/clock";
import type { MatchSession } from "../../signedPlay/MatchSession";
import type { SignedMessage } from "../../signedPlay/message";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import type { SignedSession } from "../../signedPlay/SignedSession";
import {
  drawnEnd,
  drawOfferer,
  isHandedOver,
  nextMover,
  plyCount,
  type SignedEnd,
  signedEnd,
} from "../../signedPlay/standing";
import { inRound } from "./inRound";
import { timeLeft } from "./timeLeft";
import { type Bringing, useBring } from "./useBring";
import type { GameSnapshot } from "./useGame";
import { usePauses } from "./usePauses";
import { useSignedSession } from "./useSignedSession";
import { withTime } from "./withTime";

/** A game as its players have signed it. */
export interface SignedLine {
  /** The signed game, if it goes further than the chain's. */
  snapshot: GameSnapshot;
  /** How it has ended by signature, while the chain doesn't know. */
  end: SignedEnd | undefined;
  /** When each ply was made, by this machine's clock. */
  times: PlyTimes;
  /** The viewer, if that is a player. */
  you: Color | undefined;
  /** Since when the relay's line is away. */
  offlineSince: number | undefined;
}

/** A game that its player plays by signature, in this browser. */
export interface SignedTable extends SignedLine, Bringing {
  session: SignedSession;
  /** The match of which this is a round. */
  match: MatchSession | undefined;
  /** When each ply was signed or came here, whatever the relay says of it. */
  ownTimes: PlyTimes;
  /** The relay's room, where there is a relay. */
  room: RelayRoom | undefined;
  /** When this page has opened the game. */
  openedAt: number;
  /** The relay is being asked for the longest game: until then nothing is signed that isn't wanted. */
  isLooking: boolean;
  /** The game as the chain has it; of a round that it hasn't heard of, as if it knew that it has begun. */
  chain: GameSnapshot;
  /** When the time is over of what the chain awaits, in this round or an earlier one of a game with a clock. */
  chainUntil: number | undefined;
  /** An end is open on the chain, and this player's next move would undo it. */
  isUndoing: boolean;
  /** An opponent or open end is late in an earlier round: the chain takes no later one, and ends the match there. */
  isLateBehind: boolean;
  /** The event that the chain awaits, in this round or an earlier one, is late: only what settles is signed now. */
  isTimeOver: boolean;
  /** The chain waits for this player's answer to an ask. */
  isAsked: boolean;
  /** The effect of pauses on what the chain awaits. */
  pauses: Pauses;
  /** The honest player's advice. */
  advice: Advice;
  /** Whether there is anything that the chain could be told. */
  isAhead: boolean;
  /** The game has become too long for play by signature: the chain must have it before it continues there. */
  mustBring: boolean;
  /** Signs a move; none where the game must go on on the chain, because signed play ends at ply 1,000. */
  move: ((move: FromTo) => void) | undefined;
  say: (action: "resign" | "draw") => void;
  /** Plays on here and not on the other device: relay and chain are asked for the longest game first. */
  takeOver: () => void;
}

/** When each ply of a session's game was made, by the relay where it has seen it. */
const timesOf = (session: SignedSession | undefined, arrivedAt?: RelayRoom["arrivedAt"]): PlyTimes =>
  session ? plyTimes(session.game.messages, plyCount(session.game.moves), arrivedAt) : [];

/** When a player has resigned, as far as it is known: one's own word here, the opponent's at the relay. */
const resignedAt = ({ game }: SignedSession, room: RelayRoom | undefined, color: Color): number | undefined =>
  color === game.color || room?.round !== game.id.round ? game.said(color, "resign")?.at : room.resignedAt(color);

/** The times of the room's round are of this session's. */
const isRoomOfRound = (session: SignedSession | undefined, room: RelayRoom | undefined): boolean =>
  session !== undefined && room?.round === session.game.id.round;

/** The game as a session holds it. */
interface HeldLine extends Pick<GameSnapshot, "moves" | "plies" | "legal"> {
  end: SignedEnd | undefined;
  claim: DrawClaim | undefined;
}

/** The game as it is signed, in the place of the chain's. */
function signedSnapshot(
  chain: GameSnapshot,
  { moves, plies, legal, end, claim }: HeldLine,
  { game }: SignedSession,
  you: Color | undefined,
  mustBring: boolean,
): GameSnapshot {
  const turn = nextMover(plies.length);
  const isLonger = plies.length > chain.plies.length;
  // who has claimed a draw makes no move
  const hasClaimed = turn === you && game.said(you, "draw") !== undefined;
  const isOpenEnd = chain.game.awaits === "longerGame";
  return {
    ...chain,
    moves,
    plies,
    legal: end || mustBring || hasClaimed ? [] : legal,
    drawOffer: drawOfferer(game) ?? (isLonger ? undefined : chain.drawOffer),
    claims: { ...chain.claims, draw: !end && !isOpenEnd && turn === you && claim !== undefined, illegalMove: false },
    // an end that is open there is undone by a move
    game: { ...chain.game, awaits: isOpenEnd ? "move" : chain.game.awaits, plies: plies.length, turn },
  };
}

/** The game as a session holds it, and the times of its plies: by the relay's times, and by this page's own. */
function useHeld(session: SignedSession | undefined, room: RelayRoom | undefined) {
  const roomVersion = useVersion(room);
  const version = useVersion(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for what the session holds
  const line = useMemo(() => {
    if (!session) return undefined;
    const { moves } = session.game;
    const plies = replay(moves);
    return { moves, plies, end: signedEnd(session.game), legal: legalMoves(moves), claim: drawClaim(moves) };
  }, [session, version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions stand for what session and room hold
  const [times, ownTimes] = useMemo(
    () => [timesOf(session, isRoomOfRound(session, room) ? room?.arrivedAt : undefined), timesOf(session)],
    [session, version, room, roomVersion],
  );
  return { line, times, ownTimes };
}

/** Whether the chain takes only what settles: its time is over, or both can take their stakes back. */
export const isClosed = ({ isTimeOver, pauses }: Pick<SignedTable, "isTimeOver" | "pauses">): boolean =>
  isTimeOver || pauses.isReclaimable;

/** The honest player's advice, the same with a wish that is signed, and the pauses that it takes into account. */
function useAdvice(
  onChain: GameSnapshot,
  youThere: Color | undefined,
  session: SignedSession | undefined,
  match: MatchSession | undefined,
): { advice: Advice; advise: (wish?: SignedMessage) => Advice; pauses: Pauses } {
  const version = useVersion(session);
  const matchVersion = useVersion(match);
  const pauses = usePauses(onChain.game, youThere && onChain.game[youThere], session !== undefined);
  const advise = useCallback(
    (wish?: SignedMessage) => {
      const games = match?.games ?? (session ? [session.game] : []);
      return youThere && games.length > 0 ? adviceOf({ ...onChain, pauses }, youThere, games, wish) : NO_ADVICE;
    },
    [onChain, pauses, youThere, session, match],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the versions stand for what both hold
  const advice = useMemo(() => advise(), [advise, version, matchVersion]);
  return { advice, advise, pauses };
}

/** How a signed game stands beside the chain's. */
function besideChain(
  session: SignedSession,
  line: HeldLine,
  chain: GameSnapshot,
  onChain: GameSnapshot,
  advice: Advice,
  youThere: Color | undefined,
  config: NetworkConfig,
): Pick<SignedTable, "chainUntil" | "isLateBehind" | "isTimeOver" | "isUndoing" | "advice" | "isAhead"> & {
  isLonger: boolean;
} {
  const { game } = session;
  const isOpen = chain.game.awaits === "longerGame";
  const isLonger = line.plies.length > chain.plies.length;
  // an ask or an end of an earlier round is met with this one
  const isBehind = chain !== onChain && onChain.game.awaits !== "move" && game.hasBegun;
  const { running } = timeLeft(onChain, config);
  const isOthersLate = onChain.game.awaits === "longerGame" || onChain.game.turn !== youThere;
  return {
    isLonger,
    chainUntil: running === undefined ? undefined : onChain.askedAt + running,
    isLateBehind: isBehind && onChain.claims.inactivity && isOthersLate,
    isTimeOver: onChain.claims.inactivity,
    isUndoing: isOpen && advice.mayMove,
    advice,
    isAhead: advice.call !== undefined,
  };
}

/** The game as the player plays it by signature, if they do. */
export function useSignedTable(
  onChain: GameSnapshot,
  youThere: Color | undefined,
): { signed: SignedTable | undefined; room: RelayRoom | undefined; isOpening: boolean; reopen: () => void } {
  const { config } = useChain();
  const { session, match, room, isOpening, reopen } = useSignedSession(onChain, youThere);
  const you = session?.game.color ?? youThere;
  const id = session?.game.id;
  const chain = useMemo(() => (id ? inRound(onChain, id) : onChain), [onChain, id]);
  const [openedAt] = useState(Date.now);
  const { line, times, ownTimes } = useHeld(session, room);
  const { advice, advise, pauses } = useAdvice(onChain, youThere, session, match);
  useEffect(() => {
    void (match ?? session)?.chainIs({ ...onChain, pauses });
  }, [session, match, onChain, pauses]);

  const { bring, ask, busy } = useBring(chain.game, session, room, advise);
  const isAsked = chain.game.awaits === "answer" && chain.game.turn === you;
  const move = useCallback(
    async (played: FromTo) => {
      // an ask on the chain is answered on the chain, by the relay where it does that
      if ((await session?.move(encodeMove(played))) && isAsked && !room?.brings) await bring(t("Answer on the chain"));
    },
    [session, room, isAsked, bring],
  );

  if (!session || !line || chain.game.state !== "ongoing") return { signed: undefined, room, isOpening, reopen };
  const beside = besideChain(session, line, chain, onChain, advice, youThere, config);
  const isOnChainOnly = isHandedOver(session.game);
  const mustBring = beside.isLonger && isOnChainOnly;
  const isShownAsThere = session.isChainLonger || (chain.game.awaits === "longerGame" && !beside.isUndoing);
  const snapshot = isShownAsThere ? chain : signedSnapshot(chain, line, session, you, mustBring);
  const open = isShownAsThere ? { reason: chain.game.endReason, plies: chain.plies.length } : undefined;
  const end =
    withTime(line.end, chain.clocks, times, (color) => resignedAt(session, room, color)) ??
    drawnEnd(open, line.plies.length);
  const table: SignedTable = {
    session,
    match,
    room,
    openedAt,
    isLooking: room?.hasLooked === false,
    snapshot,
    end,
    times,
    you,
    offlineSince: room?.offlineSince,
    ownTimes,
    chain,
    isAsked,
    pauses,
    ...beside,
    mustBring,
    move: isOnChainOnly ? undefined : move,
    say: (action) => void session.say(action),
    bring,
    ask,
    takeOver: reopen,
    busy,
  };
  return { signed: table, room, isOpening, reopen };
}
