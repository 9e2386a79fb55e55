import { type EngineEndpoint, outcomeText } from "../chain/engines/engineContract";
import { toMoveText } from "../chess/reason";
import { t } from "../i18n/i18n";
import { StatusCard } from "../table/StatusCard";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { Button, PrimaryButton } from "../ui/Button";
import styles from "./EnginePage.module.css";
import type { ChessTable } from "./useChessTable";
import { type NewGame, useNewGame } from "./useNewGame";
import type { SixTable } from "./useSixTable";

/** The table of a game on either board. */
type EngineTable = ChessTable | SixTable;

export interface Standing {
  table: EngineTable;
  /** How far the engine is, or the last move. */
  detail: string;
  /** How much of its search the engine has done, from 0 to 1, while it thinks and the page knows. */
  share?: number | undefined;
  /** The same again, where this game is over. */
  next: NewGame;
}

/** How a game against an engine stands, and what can be said while it thinks. */
export function EngineStatus({ table, detail, share, next }: Standing) {
  const { game, engine, moves, skipped, index, step, isLatest, name, move, thinks, isOwn } = table;
  const { proposed, confirm, takeBack } = move;
  const { player, busy, send } = useSendTransaction();
  const newGame = useNewGame();
  const call = (title: string, endpoint: EngineEndpoint) =>
    send({ title, build: (caller) => engine.call(caller, endpoint, [game.id]) });
  return (
    <StatusCard
      title={titleText(table)}
      detail={detail}
      moves={thinks || proposed ? undefined : moves}
      isYours={table.isYours}
      lookingAt={isLatest ? undefined : index && index + skipped}
      onBack={() => step(moves.length - skipped)}
      proposal={proposed && { move: name(proposed), onConfirm: confirm, onTakeBack: takeBack }}
      aside={
        thinks &&
        share !== undefined && <progress className={styles.progress} aria-label={t("Search")} max={1} value={share} />
      }
    >
      {thinks ? (
        <>
          <PrimaryButton disabled={!player || busy} onClick={() => call(t("Think on"), "think")}>
            {t("Think on")}
          </PrimaryButton>
          <Button disabled={!isOwn || busy} onClick={() => call(t("Move now"), "moveNow")}>
            {t("Move now")}
          </Button>
        </>
      ) : (
        !table.isOngoing &&
        player && (
          <PrimaryButton disabled={busy} onClick={() => newGame(next)}>
            {t("New game")}
          </PrimaryButton>
        )
      )}
    </StatusCard>
  );
}

/** The title: the step that the game waits for, or its result. */
function titleText({ game, side, turn, name, move: { pending, proposed }, thinks, isOwn }: EngineTable): string {
  if (pending) return t("Sending {move}; the engine answers", { move: name(pending) });
  if (proposed) return t("Play {move}?", { move: name(proposed) });
  const outcome = outcomeText(game.outcome, side);
  if (game.outcome !== 0) return outcome.charAt(0).toUpperCase() + outcome.slice(1);
  if (thinks) return t("The engine is thinking");
  return isOwn ? t("Your turn") : toMoveText(turn);
}
