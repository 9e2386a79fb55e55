import { useCallback, useEffect, useRef, useState } from "react";
import { asKingSteps, type FromTo } from "../../chess/san";

export interface Premoves {
  /** The moves in advance, the next one first. */
  premoves: readonly FromTo[];
  addPremove: (move: FromTo) => void;
  clearPremoves: () => void;
}

interface Props {
  /** Of a match. */
  round: number | undefined;
  /** Moves in advance can be planned; what was planned before is of no use else. */
  canPlan: boolean;
  /** The player is on move, and nothing is on its way. */
  canMove: boolean;
  fen: string;
  isLegal: (move: FromTo) => boolean;
  play: (move: FromTo) => void;
}

const NONE: readonly FromTo[] = [];

/** The moves that a player makes before it is their turn: each is played as soon as it can be. */
export function usePremoves({ round, canPlan, canMove, fen, isLegal, play }: Props): Premoves {
  const [premoves, setPremoves] = useState<readonly FromTo[]>(NONE);
  /** The position in which one was played last: until that is signed, the player still seems to be on move there. */
  const playedIn = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was planned in one round of a match is of no use in the next
  useEffect(() => {
    setPremoves(NONE);
    playedIn.current = undefined;
  }, [round, canPlan]);

  // if the next one can't be played, the others mean nothing
  useEffect(() => {
    const [next, ...rest] = premoves;
    if (!next || !canMove || playedIn.current === fen) return;
    const { from, to } = asKingSteps(fen, next);
    const move = [
      { from, to },
      { from, to, promotion: "queen" as const },
    ].find(isLegal);
    setPremoves(move ? rest : NONE);
    if (!move) return;
    playedIn.current = fen;
    play(move);
  }, [premoves, canMove, fen, isLegal, play]);

  return {
    premoves,
    addPremove: useCallback((move: FromTo) => setPremoves((before) => [...before, move]), []),
    clearPremoves: useCallback(() => setPremoves(NONE), []),
  };
}
