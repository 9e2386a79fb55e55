import { useCallback, useEffect, useMemo, useState } from "react";
import { noteOldPage } from "../browser/parts";
import { localStore, readJson, sessionStore, tryToKeep } from "../browser/storage";
import { useNow } from "../browser/useNow";
import { LEVELS, levelOf } from "../chain/engines/levels";
import { type Color, otherColor, type TimeControl } from "../chain/game";
import { encodeMove } from "../chess/canonical";
import { replay } from "../chess/history";
import { boardEnd, drawClaim } from "../chess/rules";
import type { FromTo } from "../chess/san";
import { signedClock } from "../signedPlay/clock";
import { fromHex, toHex } from "../signedPlay/hex";
import { moverOf } from "../signedPlay/message";
import { useMoveSounds } from "../table/useMoveSounds";

/** The terms of a practice game. */
export interface PracticeTerms {
  level: number;
  side: Color;
  /** Undefined for unlimited time. */
  clock: TimeControl | undefined;
}

/** A practice game, as this tab stores it. */
interface PracticeGame extends PracticeTerms {
  /** In canonical binary, as hex. */
  moves: string;
  /** When each ply was made, in milliseconds. */
  times: number[];
  hasResigned: boolean;
}

const NAME = "chess.practice";
/** The shortest time for an answer, so that a person sees the move. */
const LEAST_MS = 300;

const FIRST: PracticeTerms = { level: LEVELS[0]?.level ?? 1, side: "white", clock: undefined };

const read = (store: Storage): Partial<PracticeGame> => readJson(NAME, {}, store);

const begin = (terms: PracticeTerms): PracticeGame => ({ ...terms, moves: "", times: [], hasResigned: false });

/** The end of the game: the contract's name of the reason, and the winner. */
interface PracticeEnd {
  reason: string;
  winner: Color | undefined;
}

/** A game against the engine in this browser: no wallet, no network, nothing at stake. */
export function usePractice() {
  const [game, setGame] = useState<PracticeGame>(() => ({
    ...begin({ ...FIRST, ...read(localStore) }),
    ...read(sessionStore),
  }));
  const moves = useMemo(() => fromHex(game.moves) ?? new Uint8Array(), [game.moves]);
  const plies = useMemo(() => replay(moves), [moves]);
  const turn = moverOf(plies.length + 1);
  const clocks = game.clock && signedClock(game.clock, game.times);
  const until = clocks?.until;
  const onBoard = useMemo(() => endOf(moves, turn), [moves, turn]);
  const isRunning = !onBoard && !game.hasResigned && until !== undefined;
  const now = useNow(isRunning);
  const end: PracticeEnd | undefined =
    onBoard ??
    (game.hasResigned
      ? { reason: "Resignation", winner: otherColor(game.side) }
      : until !== undefined && now >= until
        ? { reason: "TimeOver", winner: otherColor(turn) }
        : undefined);
  useEffect(() => tryToKeep(NAME, JSON.stringify(game), sessionStore), [game]);

  const add = useCallback((move: FromTo, after: string) => {
    const at = Date.now();
    // a late move belongs to an earlier position or another game
    setGame((before) =>
      before.moves === after
        ? { ...before, moves: after + toHex(encodeMove(move)), times: [...before.times, at] }
        : before,
    );
  }, []);

  const isOver = end !== undefined;
  const thinks = !isOver && turn !== game.side;
  useComputer(thinks, moves, game.level, add);

  useMoveSounds(plies.length, isOver ? "over" : "ongoing", plies.at(-1));

  return {
    game,
    plies,
    turn,
    end,
    thinks,
    clocks,
    until: isRunning && !isOver ? until : undefined,
    play: (move: FromTo) => add(move, game.moves),
    resign: () => setGame({ ...game, hasResigned: true }),
    /** A new game at these terms, which this browser stores. */
    begin: ({ level, side, clock }: PracticeTerms) => {
      const terms = { level, side, clock };
      tryToKeep(NAME, JSON.stringify(terms));
      setGame(begin(terms));
    },
  };
}

/** Makes the computer's moves. */
function useComputer(
  thinks: boolean,
  moves: Uint8Array,
  level: number,
  onMove: (move: FromTo, after: string) => void,
): void {
  useEffect(() => {
    if (!thinks) return;
    let isWanted = true;
    const answer = async () => {
      const pause = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
      const { think } = await import("./think");
      const move = await think(moves, levelOf(level)?.nodes ?? 500, () => isWanted);
      await pause;
      if (move && isWanted) onMove(move, toHex(moves));
    };
    answer().catch(noteOldPage);
    return () => {
      isWanted = false;
    };
  }, [thinks, moves, level, onMove]);
}

function endOf(moves: Uint8Array, turn: Color): PracticeEnd | undefined {
  const reason = boardEnd(moves) ?? drawClaim(moves);
  return reason && { reason, winner: reason === "Checkmate" ? otherColor(turn) : undefined };
}
