import type { Square } from "chessops";
import { useCallback, useMemo, useState } from "react";
import { usePreference } from "../../browser/preferences";
import { type Color, playerToMove } from "../../chain/game";
import { contractPromotion, contractSquare, promotionRole } from "../../chess/history";
import { asKingSteps, type FromTo as Move, sanOf } from "../../chess/san";
import { START_FEN } from "../../chess/start";
import { t } from "../../i18n/i18n";
import type { SignedSession } from "../../signedPlay/SignedSession";
import { type Proposal, useProposal } from "../../table/useProposal";
import { isUnderWay, type TrackedTransaction } from "../../transactions/TransactionStore";
import { useTransactions } from "../../transactions/TransactionsContext";
import { useSendTransaction } from "../../transactions/useSendTransaction";
import { claimingMoves, destsOf, isAmong, waysOf } from "./legal";
import type { GameSnapshot } from "./useGame";
import { type Premoves, usePremoves } from "./usePremoves";

export interface Play extends Omit<Proposal, "askPromotion">, Premoves {
  /** The squares that each piece may go to; none where the player can't move. */
  dests: ReadonlyMap<Square, Square[]> | undefined;
  /** A piece was dropped. */
  drop: (from: Square, to: Square) => void;
  isLegal: (move: Move) => boolean;
  /** The move that is on its way to the chain. */
  inFlight: Move | undefined;
  /** Whether pieces may be moved in advance. */
  canPremove: boolean;
  claim: MoveClaim;
}

/** A draw that is claimed with the player's next move, on the chain: then only such moves can be made. */
export interface MoveClaim {
  isPossible: boolean;
  isMade: boolean;
  toggle: () => void;
}

/** A move on the chain can't be another one's rival. */
const ON_CHAIN: Pick<SignedSession, "plansAhead" | "playsAhead"> = { plansAhead: true, playsAhead: true };

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

function useMoveClaim({ plies, legal, keys }: GameSnapshot, isOnMove: boolean): [MoveClaim, GameSnapshot["legal"]] {
  const [claimedAt, setClaimedAt] = useState<number>();
  const isPlayed = isOnMove && !keys;
  const moves = useMemo(() => (isPlayed ? claimingMoves(legal, plies) : []), [isPlayed, legal, plies]);
  const isPossible = moves.length > 0;
  const isMade = isPossible && claimedAt === plies.length;
  const toggle = () => setClaimedAt(isMade ? undefined : plies.length);
  return [{ isPossible, isMade, toggle }, isMade ? moves : legal];
}

/** How a player moves in a game: at once on the board, then on its way to the chain. */
export function usePlay(
  snapshot: GameSnapshot,
  you: Color | undefined,
  isOpen: boolean,
  /** Signs a move for the opponent instead of sending it to the chain. */
  sign?: (move: Move) => void,
  /** Whether moves may be made in advance, and whether they may be played. */
  { plansAhead, playsAhead } = ON_CHAIN,
): Play {
  const { game, plies } = snapshot;
  const { player, busy, call } = useSendTransaction();
  const transactions = useTransactions();
  const isQueenWanted = usePreference("promotion") === "queen";

  const fen = plies.at(-1)?.fen ?? START_FEN;
  const move = carrier(transactions, player, game.id, plies.length)?.move as Move | undefined;
  const isOnMove = isOpen && you !== undefined && you === playerToMove(game) && !move;
  const [claim, legal] = useMoveClaim(snapshot, isOnMove);
  const { isMade: claims } = claim;

  const submit = useCallback(
    (move: Move) => {
      if (sign) return sign(move);
      const args = [game.id, contractSquare(move.from), contractSquare(move.to)];
      if (move.promotion) args.push(contractPromotion(move.promotion));
      const san = sanOf(fen, move);
      const [endpoint, title] = claims
        ? (["makeMoveAndClaim", t("Claim a draw")] as const)
        : (["makeMove", t("Move {move}", { move: san })] as const);
      call(title, endpoint, args, {
        move: { game: game.id, ply: plies.length, ...move },
        settles: claims || san.endsWith("#") ? { game: game.id, plies: plies.length + 1 } : undefined,
      });
    },
    [game.id, plies.length, fen, claims, call, sign],
  );
  // who moves on gives up the win that an illegal move has offered
  const mustConfirm = snapshot.claims.illegalMove;
  const { askPromotion, ...proposal } = useProposal(submit, `${plies.length} ${isOpen} ${claims}`, mustConfirm);
  const { proposed, play } = proposal;
  const canMove = isOnMove && (sign !== undefined || !busy) && !proposed;

  const dests = useMemo(() => (canMove ? destsOf(legal, fen) : undefined), [canMove, legal, fen]);
  const isLegal = useCallback((move: Move) => isAmong(legal, move), [legal]);
  const drop = useCallback(
    (from: Square, to: Square) => {
      const move = asKingSteps(fen, { from, to });
      const ways = waysOf(legal, { from, to: move.to });
      const isPromoting = ways.some(({ promotion }) => promotionRole(promotion));
      if (isPromoting && isQueenWanted) play({ from, to, promotion: "queen" });
      else if (isPromoting) askPromotion({ from, to });
      else if (ways.length > 0) play({ from, to: move.to });
    },
    [fen, legal, play, askPromotion, isQueenWanted],
  );

  return {
    dests,
    drop,
    isLegal,
    ...proposal,
    inFlight: move,
    ...usePremoves({
      round: game.match?.round,
      canPlan: plansAhead && game.state === "ongoing",
      canMove: canMove && playsAhead,
      fen,
      isLegal,
      play,
    }),
    canPremove: isOpen && you !== undefined && !isOnMove && plansAhead,
    claim,
  };
}
