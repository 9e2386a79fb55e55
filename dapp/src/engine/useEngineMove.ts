import { useEffect, useState } from "react";
import { useTitle } from "../browser/notices";
import type { EngineContract } from "../chain/engines/engineContract";
import { contractPromotion } from "../chess/history";
import type { FromTo } from "../chess/san";
import { t } from "../i18n/i18n";
import { type Proposal, useProposal } from "../table/useProposal";
import { useSendTransaction } from "../transactions/useSendTransaction";

interface EngineMove extends Proposal {
  /** The move that is on its way to the chain. */
  pending: FromTo | undefined;
  /** What stands on the board before the chain has it. */
  ahead: FromTo | undefined;
  /** Whether pieces can be moved now. */
  canMove: boolean;
  /** Whether the player is to make a move that isn't on its way yet. */
  isYours: boolean;
}

interface Props {
  engine: EngineContract;
  game: { id: number; plies: number };
  /** It is the player's turn, and the page knows how the game stands. */
  isOpen: boolean;
  /** A move as it is written, and a square as the contract counts it. */
  name: (move: FromTo) => string;
  square: (square: number) => number;
  /** A move is about to be sent. */
  onSend?: (move: FromTo) => void;
}

/** How a player moves against an engine: at once on the board, then on its way to the chain. The tab says whose turn it is. */
export function useEngineMove({ engine, game, isOpen, name, square, onSend }: Props): EngineMove {
  const { busy, send } = useSendTransaction();
  const [pending, setPending] = useState<FromTo>();

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another position the move has arrived
  useEffect(() => setPending(undefined), [game.plies]);

  async function submit(move: FromTo) {
    setPending(move);
    onSend?.(move);
    const { from, to, promotion } = move;
    const args = [game.id, square(from), square(to), ...(promotion ? [contractPromotion(promotion)] : [])];
    const sent = await send({
      title: t("Move {move}", { move: name(move) }),
      build: ({ address }) => engine.call(address, "makeMove", args),
    });
    if (!sent) setPending(undefined);
  }

  const proposal = useProposal(submit, `${game.plies} ${isOpen}`);
  const ahead = pending ?? proposal.proposed;
  const isYours = isOpen && !pending;
  useTitle(isYours ? t("Your turn · engine game {id}", { id: game.id }) : t("Engine game {id}", { id: game.id }));
  return { ...proposal, pending, ahead, canMove: isOpen && !busy && !ahead, isYours };
}
