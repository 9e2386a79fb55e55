import type { Role } from "chessops";
import { useCallback, useEffect, useState } from "react";
import { usePreference } from "../browser/preferences";
import type { FromTo } from "../chess/san";

/**
 * A move between the player's hand and its sending: what a pawn becomes, then the player's word.
 * @param position names the position: what wasn't sent is of no use in another one
 * @param mustConfirm asks for the player's word, also of who doesn't want to be asked
 */
export function useProposal(submit: (move: FromTo) => void, position: string, mustConfirm = false) {
  const asksFirst = usePreference("confirmMoves") === "on";
  /** A pawn that waits for what it becomes. */
  const [promoting, setPromoting] = useState<FromTo>();
  /** A move that stands on the board and waits for the player's word. */
  const [proposed, setProposed] = useState<FromTo>();
  /** Takes back what was not sent yet. */
  const takeBack = useCallback(() => {
    setPromoting(undefined);
    setProposed(undefined);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is what the effect is about
  useEffect(takeBack, [position]);

  /** A whole move: proposed where the player wants to be asked, sent otherwise. */
  const play = useCallback(
    (move: FromTo) => {
      takeBack();
      if (asksFirst || mustConfirm) setProposed(move);
      else submit(move);
    },
    [asksFirst, mustConfirm, submit, takeBack],
  );

  return {
    promoting,
    /** Asks what a pawn becomes. */
    askPromotion: setPromoting,
    promote: (promotion: Role) => promoting && play({ ...promoting, promotion }),
    proposed,
    play,
    confirm: () => {
      takeBack();
      if (proposed) submit(proposed);
    },
    takeBack,
  };
}

export type Proposal = ReturnType<typeof useProposal>;
