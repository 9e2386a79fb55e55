import type { Square } from "chessops";
import type { ComponentProps } from "react";
import { ChessBoard } from "../board/ChessBoard";
import { PromotionPicker, placeOf } from "../board/PromotionPicker";
import type { Color } from "../chain/game";
import { isPromoting } from "../chess/legal";
import { asKingSteps, attackedKing } from "../chess/san";
import type { Proposal } from "./useProposal";

interface Props extends Omit<ComponentProps<typeof ChessBoard>, "check" | "onMove" | "children"> {
  /** The position in which moves are made. */
  now: string;
  /** The player's. */
  side: Color;
  proposal: Proposal;
}

/** A board whose moves become a proposal, with the dialog for a promotion. */
export function ProposalBoard({ now, side, proposal, ...props }: Props) {
  const { promoting, askPromotion, promote, play, takeBack } = proposal;
  const drop = (from: Square, to: Square) =>
    isPromoting(now, { from, to }) ? askPromotion({ from, to }) : play(asKingSteps(now, { from, to }));
  return (
    <ChessBoard {...props} check={attackedKing(props.fen)} onMove={drop}>
      {promoting && (
        <PromotionPicker
          color={side}
          {...placeOf(promoting.to, props.orientation)}
          size={8}
          onChoose={promote}
          onCancel={takeBack}
        />
      )}
    </ChessBoard>
  );
}
