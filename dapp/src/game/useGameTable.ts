import { useIconDot, useTitle } from "../browser/notices";
import { colorOf, isOver, playerToMove } from "../chain/game";
import { usePaused } from "../chain/queries";
import { t } from "../i18n/i18n";
import { useLowTimeSound } from "../table/clock/lowTime";
import { useMoveSounds } from "../table/useMoveSounds";
import { useActByItself } from "./duties/useActByItself";
import { useAutoClaim } from "./duties/useAutoClaim";
import { useResignOnTime } from "./duties/useResignOnTime";
import { useSituation } from "./duties/useSituation";
import type { GameSnapshot } from "./line/useGame";
import { isWaiting, useGameLine } from "./line/useGameLine";
import { usePlay } from "./line/usePlay";
import { useTimers } from "./line/useTimers";
import { useRematch } from "./rematch/useRematch";
import { useAskNotice, useTurnNotice } from "./useGameEffects";

/** The state of a game for its viewer, and the page's automatic actions for its player. */
export function useGameTable(onChain: GameSnapshot, error: Error | null, player: string | undefined) {
  /** Which side the player has in the chain's round. */
  const youThere = colorOf(onChain.game, player);
  const line = useGameLine(onChain, youThere);
  const { signed, snapshot, result } = line;
  /** Which side the player has in the round that is shown: in a match sides change with each. */
  const you = signed?.session.game.color ?? colorOf(snapshot.game, player);
  const { game, claims, stake, clocks } = snapshot;
  const isOngoing = game.state === "ongoing";
  const paused = usePaused(isOngoing);
  const timers = useTimers(signed?.chain ?? onChain, paused, line.line);
  /** The last question about the game failed. */
  const isStale = error !== null;
  // the game is played by signature, and this browser lacks the player's key: a move would go to the chain, whose board
  // differs from the relay's, which is shown
  const isWithoutKey = !signed && line.line !== undefined;
  // the state is known, and a move could be made: one by signature needs no gateway
  const isReached = signed !== undefined || (paused === false && !isStale);
  const isOpen = isOngoing && !claims.inactivity && isReached && !isWithoutKey && !isWaiting(line);
  const play = usePlay(snapshot, you, isOpen, signed?.move, signed?.session);
  useLowTimeSound(you && isOngoing ? timers.players[you] : undefined, clocks?.base);
  useAutoClaim(snapshot, you, signed, isOpen && !signed?.end);
  useResignOnTime(signed, timers);
  const situation = useSituation(signed, timers);
  useActByItself(signed, situation);
  const known = { ...snapshot, game: result };
  useMoveSounds(snapshot.plies.length, result.state, snapshot.plies.at(-1));
  useTurnNotice(known, you);
  useAskNotice(onChain, youThere);
  // the player's game is over, and no further round waits; the chain may hear of the end later
  const isDone = youThere !== undefined && isOver(result) && !signed?.match?.interval;
  const rematch = useRematch({
    game: onChain.game,
    you: isDone ? youThere : undefined,
    stake,
    clock: clocks,
    isSigned: onChain.keys !== undefined,
  });
  const isYourTurn = you !== undefined && playerToMove(result) === you && !play.inFlight;
  useTitle(isYourTurn ? t("Your turn · game {id}", { id: game.id }) : t("Game {id}", { id: game.id }));
  useIconDot(isYourTurn);
  const standing = { onChain, youThere, you, isOngoing, isWithoutKey, isReached, isYourTurn, isDone, isStale };
  return { ...line, ...standing, timers, situation, play, rematch };
}

/** A game as its player or a spectator sees it. */
export type Table = ReturnType<typeof useGameTable>;
