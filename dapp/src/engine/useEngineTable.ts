import { useEffect, useState } from "react";
import { useTitle } from "../browser/notices";
import type { EngineContract } from "../chain/engines/engineContract";
import type { Color } from "../chain/game";
import { contractPromotion } from "../chess/history";
import type { FromTo } from "../chess/san";
import { t } from "../i18n/i18n";
import { useProposal } from "../table/useProposal";
import { useSendTransaction } from "../transactions/useSendTransaction";

interface Game {
  id: number;
  plies: number;
  outcome: number;
  player: string;
}

interface Props {
  engine: EngineContract;
  game: Game;
  /** The player's. */
  side: Color;
  turn: Color;
  /** The chain answers: the game is up to date. */
  isFresh: boolean;
  /** A move as it is written, and a square as the contract counts it. */
  name: (move: FromTo) => string;
  square: (square: number) => number;
  /** Called before a move is sent. */
  onSend?: (move: FromTo) => void;
}

/**
 * The state of a game against an engine for its viewer, and its player's moves: they are on the board immediately, and
 * then sent to the chain. The tab's title says whose turn it is.
 */
export function useEngineTable({ engine, game, side, turn, isFresh, name, square, onSend }: Props) {
  const { player, busy, send } = useSendTransaction();
  // the move that was sent and isn't on the chain yet
  const [pending, setPending] = useState<FromTo>();
  const isOwn = player === game.player;
  const isOngoing = game.outcome === 0;
  const thinks = isOngoing && turn !== side;
  const isOpen = isOngoing && !thinks && isOwn && isFresh;

  // biome-ignore lint/correctness/useExhaustiveDependencies: in another position the move has arrived
  useEffect(() => setPending(undefined), [game.plies]);

  async function submit(move: FromTo) {
    setPending(move);
    onSend?.(move);
    const { from, to, promotion } = move;
    const args = [game.id, square(from), square(to), ...(promotion ? [contractPromotion(promotion)] : [])];
    const sent = await send({
      title: t("Move {move}", { move: name(move) }),
      build: (caller) => engine.call(caller, "makeMove", args),
      leadsOn: true,
    });
    if (!sent) setPending(undefined);
  }

  const proposal = useProposal(submit, `${game.plies} ${isOpen}`);
  /** The move that the board shows before the chain has it. */
  const ahead = pending ?? proposal.proposed;
  /** Whether it is the player's turn and no move was sent yet. */
  const isYours = isOpen && !pending;
  useTitle(isYours ? t("Your turn · engine game {id}", { id: game.id }) : t("Engine game {id}", { id: game.id }));
  /** Whether pieces can be moved now. */
  const canMove = isOpen && !busy && !ahead;
  const move = { ...proposal, pending, ahead, canMove };
  return { engine, side, turn, name, player, isOwn, isOngoing, thinks, isFresh, isYours, move };
}
