import { useEffect, useMemo, useRef, useState } from "react";
import { useChain } from "../../chain/ChainContext";
import type { Color, Game } from "../../chain/game";
import { keepReason, withKnownReason } from "../../chain/knownReason";
import { type SignedEnd, signedResult } from "../../signedPlay/standing";
import { inLastRound } from "./inRound";
import type { Bringable } from "./useBring";
import type { GameSnapshot } from "./useGame";
import { useRelay } from "./useRelay";
import { type SignedLine, useSignedTable } from "./useSignedTable";
import { useWatchedGame } from "./useWatchedGame";

/** A game as far as it has come. */
export interface GameLine extends ReturnType<typeof useSignedTable> {
  /** Where it is played by signature: what its player has signed, or what the relay shows to who looks on. */
  line: SignedLine | undefined;
  /** The relay is being asked for the longest game, or that one is being checked: nobody moves until it is known. */
  isLooking: boolean;
  /**
   * The game so far is the chain's, which may be much less: what this browser keeps is being read
   * or, where it keeps nothing, the relay is asked for the first time.
   */
  isUnknown: boolean;
  /** Nothing is known of the moves of a player whose key was found again: the relay couldn't be asked. */
  isBlank: boolean;
  /** Of a player whose key isn't here: the call that brings what both have signed to the chain. */
  bringable: Bringable | undefined;
  snapshot: GameSnapshot;
  /** How it has ended by signature, while the chain doesn't know. */
  end: SignedEnd | undefined;
  /** The game with that end. */
  result: Game;
}

/** A game as far as it has come, on the chain or by signature. */
export function useGameLine(onChain: GameSnapshot, you: Color | undefined): GameLine {
  const table = useSignedTable(onChain, you);
  const { signed, room } = table;
  const watched = useWatchedGame(signed ? undefined : room, onChain);
  const isLooking = signed?.isLooking ?? watched.isChecking;
  const [wasKnown, setWasKnown] = useState(false);
  const isUnknown = table.isOpening || (!signed && isLooking && !wasKnown);
  if (!isUnknown && !wasKnown) setWasKnown(true);
  useRelay(room, onChain, signed?.end !== undefined);
  const line = signed ?? watched.line;
  const seen = useRef<GameSnapshot>(undefined);
  if (line) seen.current = line.snapshot;
  const last = seen.current;
  const there = useMemo(() => inLastRound(onChain, last), [onChain, last]);
  const snapshot = line?.snapshot ?? there;
  const end = line?.end;
  const { contract } = useChain().settings;
  useEffect(() => {
    if (end) keepReason(contract, signedResult(snapshot.game, end));
  }, [contract, snapshot.game, end]);
  const result = end ? signedResult(snapshot.game, end) : withKnownReason(contract, snapshot.game);
  const isBlank = signed?.session.isUnknown === true && snapshot.plies.length === 0;
  // a match's round can't continue by the wallet
  const bringable = you && !end && !snapshot.game.match ? watched.bringable : undefined;
  return { ...table, isLooking, isUnknown, isBlank, bringable, line, snapshot, end, result };
}

/**
 * Whether this board takes no move: the page doesn't know the longest game yet, the game or its time is over, the player
 * moves elsewhere, or the opponent could take the stakes back as soon as this player signs a move.
 */
export const isWaiting = (line: Pick<GameLine, "signed" | "isOpening" | "isLooking">): boolean =>
  line.isOpening ||
  line.isLooking ||
  line.signed?.end !== undefined ||
  line.signed?.isTimeOver === true ||
  line.signed?.mustBring === true ||
  line.signed?.pauses.isReclaimable === true ||
  line.signed?.session.isPlayedElsewhere === true;
