import type { Square } from "chessops";
import { useCallback, useEffect, useMemo, useState } from "react";
import { usePreference } from "../../browser/preferences";
import { useChain } from "../../chain/ChainContext";
import { type Color, playerToMove } from "../../chain/game";
import { contractPromotion, contractSquare, promotionRole } from "../../chess/history";
import type { Premove } from "../../chess/premoves";
import { asKingSteps, type FromTo as Move, sanOf } from "../../chess/san";
import { START_FEN } from "../../chess/start";
import { t } from "../../i18n/i18n";
import { type Proposal, useProposal } from "../../table/useProposal";
import { isUnderWay, type TrackedTransaction } from "../../transactions/TransactionStore";
import { useTransactions } from "../../transactions/TransactionsContext";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import type { GameSnapshot } from "./useGame";

export interface Play extends Omit<Proposal, "askPromotion"> {
  /** The squares that each piece may go to; none where the player can't move. */
  dests: ReadonlyMap<Square, Square[]> | undefined;
  /** A piece was dropped. */
  drop: (from: Square, to: Square) => void;
  isLegal: (move: Move) => boolean;
  /** The move that is on its way to the chain. */
  inFlight: Move | undefined;
  /** The moves in advance, the next one first. */
  premoves: readonly Premove[];
  addPremove: (move: Premove) => void;
  clearPremoves: () => void;
  /** Whether pieces may be moved in advance. */
  canPremove: boolean;
}

const NONE: readonly Premove[] = [];

/** The transaction that carries a move of this position, until the chain shows it. */
function carrier(transactions: readonly TrackedTransaction[], player: string | undefined, game: number, ply: number) {
  return transactions.find(
    (tracked) =>
      tracked.sender === player &&
      tracked.move?.game === game &&
      tracked.move.ply === ply &&
      (isUnderWay(tracked) || tracked.stage === "done"),
  );
}

/** How a player moves in a game: at once on the board, then on its way to the chain. */
export function usePlay(
  snapshot: GameSnapshot,
  you: Color | undefined,
  isOpen: boolean,
  /** Signs a move for the opponent instead of sending it to the chain. */
  sign?: (move: Move) => void,
): Play {
  const { game, plies, legal } = snapshot;
  const { chess } = useChain();
  const { player, busy, send } = useSendTransaction();
  const transactions = useTransactions();
  const [premoves, setPremoves] = useState<readonly Premove[]>(NONE);
  const isQueenWanted = usePreference("promotion") === "queen";

  const fen = plies.at(-1)?.fen ?? START_FEN;
  const move = carrier(transactions, player, game.id, plies.length)?.move as Move | undefined;
  const isOnMove = isOpen && you !== undefined && you === playerToMove(game) && !move;

  const submit = useCallback(
    (move: Move) => {
      if (sign) return sign(move);
      const args = [game.id, contractSquare(move.from), contractSquare(move.to)];
      if (move.promotion) args.push(contractPromotion(move.promotion));
      const san = sanOf(fen, move);
      send({
        title: t("Move {move}", { move: san }),
        build: (caller) => chess.call(caller, "makeMove", args),
        move: { game: game.id, ply: plies.length, ...move },
        settles: san.endsWith("#") ? { game: game.id, plies: plies.length + 1 } : undefined,
      });
    },
    [game.id, plies.length, fen, send, chess, sign],
  );
  // who moves on gives up the win that an illegal move has offered
  const mustConfirm = snapshot.claims.illegalMove;
  const { askPromotion, ...proposal } = useProposal(submit, `${plies.length} ${isOpen}`, mustConfirm);
  const { proposed, play } = proposal;
  const round = game.match?.round;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was planned in one round of a match is of no use in the next
  useEffect(() => setPremoves(NONE), [round]);
  const canMove = isOnMove && (sign !== undefined || !busy) && !proposed;

  const dests = useMemo(() => {
    if (!canMove) return undefined;
    const map = new Map<Square, Square[]>();
    const add = (from: Square, to: Square) => {
      const list = map.get(from) ?? [];
      if (!list.includes(to)) list.push(to);
      map.set(from, list);
    };
    for (const { from, to } of legal) add(contractSquare(from), contractSquare(to));
    for (const [from, rook] of castlingByRook(fen, map)) add(from, rook);
    return map;
  }, [canMove, legal, fen]);

  const isLegal = useCallback(
    ({ from, to, promotion }: Move) =>
      legal.some(
        (move) =>
          contractSquare(move.from) === from &&
          contractSquare(move.to) === to &&
          move.promotion === contractPromotion(promotion),
      ),
    [legal],
  );

  const drop = useCallback(
    (from: Square, to: Square) => {
      const move = asKingSteps(fen, { from, to });
      const ways = legal.filter((way) => contractSquare(way.from) === from && contractSquare(way.to) === move.to);
      const isPromoting = ways.some(({ promotion }) => promotionRole(promotion));
      if (isPromoting && isQueenWanted) play({ from, to, promotion: "queen" });
      else if (isPromoting) askPromotion({ from, to });
      else if (ways.length > 0) play({ from, to: move.to });
    },
    [fen, legal, play, askPromotion, isQueenWanted],
  );

  // the next move in advance is played as soon as it is the player's turn; if it can't be, the others mean nothing
  useEffect(() => {
    const [next, ...rest] = premoves;
    if (!next || !canMove) return;
    const { from, to } = asKingSteps(fen, next);
    const move = [
      { from, to },
      { from, to, promotion: "queen" as const },
    ].find(isLegal);
    setPremoves(move ? rest : NONE);
    if (move) play(move);
  }, [premoves, canMove, fen, isLegal, play]);

  return {
    dests,
    drop,
    isLegal,
    ...proposal,
    inFlight: move,
    premoves,
    addPremove: useCallback((move: Premove) => setPremoves((before) => [...before, move]), []),
    clearPremoves: useCallback(() => setPremoves(NONE), []),
    canPremove: isOpen && you !== undefined && !isOnMove,
  };
}

/** The king's square and his rook's for each castling that is possible: players drop the one on the other, too. */
function castlingByRook(fen: string, dests: ReadonlyMap<Square, Square[]>): [Square, Square][] {
  return [4, 60].flatMap((king): [Square, Square][] => {
    const targets = dests.get(king) ?? [];
    return [
      [king + 2, king + 3],
      [king - 2, king - 4],
    ]
      .filter(([steps, rook]) => {
        if (steps === undefined || rook === undefined || !targets.includes(steps)) return false;
        const castled = asKingSteps(fen, { from: king, to: rook });
        return castled.to === steps;
      })
      .map(([, rook]): [Square, Square] => [king, rook as Square]);
  });
}
