import { levelOf, strengthText } from "../chain/engines/levels";
import { sanOf } from "../chess/san";
import { formatNumber, t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
import { fromContract } from "./chessTexts";
import { Preview } from "./Preview";
import type { ChessTable } from "./useChessTable";

/** The level whose answer is the hint: cheap, and free to ask for. */
const HINT_LEVEL = 3;

/** What a game of chess against the engine is, and what a move would cost. */
export function AboutChess({ table }: { table: ChessTable }) {
  const { game, plies, engine, isOngoing, thinks, isOwn, now } = table;
  const level = levelOf(game.level);
  return (
    <>
      <p className={controls.muted}>{t("No wager. The contract checks every move and thinks for the engine.")}</p>
      {level && (
        <p className={controls.muted}>
          {t("Level {level}: {nodes} positions a move. {strength}.", {
            level: game.level,
            nodes: formatNumber(level.nodes),
            strength: strengthText(level.elo),
          })}
        </p>
      )}
      {isOngoing && !thinks && isOwn && (
        <Preview
          engine={engine}
          id={game.id}
          plies={plies.length}
          strength={Math.min(game.level, HINT_LEVEL)}
          name={(best) => sanOf(now, fromContract(best))}
        />
      )}
    </>
  );
}
