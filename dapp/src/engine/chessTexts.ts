import type { Suggestion } from "../chain/engines/engineContract";
import { levelOf } from "../chain/engines/levels";
import { contractSquare, promotionRole } from "../chess/history";
import { type FromTo, sanOf } from "../chess/san";
import { formatNumber, t } from "../i18n/i18n";
import type { ChessTable } from "./useChessTable";

/** A move by chessops' squares. */
export const fromContract = ({ from, to, promotion }: Suggestion): FromTo => ({
  from: contractSquare(from),
  to: contractSquare(to),
  promotion: promotionRole(promotion),
});

/** How far the engine is, or the last move. */
export function detailText({ game, now, last, thinks, progress }: ChessTable): string {
  if (thinks && progress) {
    const most = levelOf(game.level)?.nodes;
    const searched = {
      nodes: formatNumber(progress.nodes),
      most: most === undefined ? "?" : formatNumber(most),
      depth: progress.depth,
    };
    if (progress.depth === 0) return t("{nodes} of {most} positions, depth {depth}", searched);
    const best = sanOf(now, fromContract(progress));
    return t("{nodes} of {most} positions, depth {depth}; best so far {best}", { ...searched, best });
  }
  if (!last) return t("Game {id}. Nobody has moved yet.", { id: game.id });
  const isAnswer = game.turn === game.side && game.outcome === 0;
  return isAnswer ? t("The engine played {move}.", { move: last }) : t("{move} was played.", { move: last });
}

/** How much of its search the engine has done, from 0 to 1. */
export function shareOf({ game, progress }: ChessTable): number | undefined {
  const most = levelOf(game.level)?.nodes;
  return most && progress && progress.nodes / most;
}
