import type { Role } from "chessops";
import { useCallback, useEffect, useState } from "react";
import { usePreference } from "../browser/preferences";
import type { FromTo } from "../chess/san";

/**
 * A move before it is sent: the choice of a promotion, then the player's confirmation.
 * @param position identifies the position: in another one an unsent move is dropped
 * @param mustConfirm asks for confirmation even if the player has turned that off
 */
export function useProposal(submit: (move: FromTo) => void, position: string, mustConfirm = false) {
  const asksFirst = usePreference("confirmMoves") === "on";
  /** The move of a pawn that waits for the choice of its promotion. */
  const [promoting, setPromoting] = useState<FromTo>();
  /** A move that is on the board and waits for the player's confirmation. */
  const [proposed, setProposed] = useState<FromTo>();
  /** Takes back the unsent move. */
  const takeBack = useCallback(() => {
    setPromoting(undefined);
    setProposed(undefined);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the position is what the effect is about
  useEffect(takeBack, [position]);

  /** A complete move: proposed if the player must confirm it, otherwise sent. */
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
    /** Asks for the piece that a pawn becomes. */
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
