import { FlipButton } from "../board/FlipButton";
import { href } from "../browser/router";
import { ABORTED_BEFORE } from "../chain/game";
import { usePaused } from "../chain/queries";
import { t } from "../i18n/i18n";
import styles from "../table/GameActions.module.css";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { Icon } from "../ui/Button";
import { ConfirmButton } from "../ui/ConfirmButton";
import { extra } from "../ui/extra";
import { isClosed } from "./line/useSignedTable";
import type { Table } from "./useGameTable";

/** Needed only after the end: they are loaded with the result. */
const RematchButton = extra(() => import("./rematch/RematchButton"), "RematchButton");
const MatchButtons = extra(() => import("./status/MatchButtons"), "MatchButtons");
/** Needed only before both have moved. */
const AbortButton = extra(() => import("./status/AbortButton"), "AbortButton");

/** Draw and resignation, or abort before both have moved, or a rematch after the end; then the board's side and the analysis.
 * Each button is always in the same place. */
export function GameActions({ table, onFlip }: { table: Table; onFlip: () => void }) {
  const { signed, you, rematch, result: game } = table;
  const { drawOffer, keys } = table.snapshot;
  const { busy, call } = useSendTransaction();
  const paused = usePaused(game.state === "ongoing") ?? true;
  const isOngoing = game.state === "ongoing";
  const off = signed ? isClosed(signed) : busy || paused;
  const isEndOpen = game.awaits === "longerGame";
  // an abort goes through the relay
  const isHeard = signed?.room && signed.room.state !== "offline";
  const mayAbort = isOngoing && !isEndOpen && game.plies < ABORTED_BEFORE && isHeard;
  // with keys, a draw offered on one's turn would undo the next move: it is offered together with that move
  const isOffering = signed?.session.isOffering === true;
  const mayOffer = signed ? !isOffering && signed.move !== undefined : !keys || game.turn !== you;
  const isLater = signed !== undefined && game.turn === you;
  const settles = { game: game.id, plies: game.plies };
  return (
    <section className={styles.actions} aria-label={t("Actions")}>
      {(mayAbort || (you && !isOngoing)) && (
        <span className={styles.wide}>
          {mayAbort ? (
            <AbortButton signed={signed} />
          ) : signed?.match?.interval ? (
            <span className="even">
              <MatchButtons signed={signed} match={signed.match} situation={table.situation} isNarrow />
            </span>
          ) : (
            <RematchButton game={game.id} rematch={rematch} isNarrow />
          )}
        </span>
      )}
      {you && isOngoing && !mayAbort && (
        <>
          <ConfirmButton
            label={t("Offer a draw")}
            icon="half"
            short={t("Draw")}
            title={
              isOffering || (isLater && mayOffer)
                ? t("Offer a draw with your next move")
                : mayOffer
                  ? undefined
                  : t("Offer a draw after your own move")
            }
            disabled={off || isEndOpen || drawOffer !== undefined || !mayOffer}
            onConfirm={() => (signed ? void signed.session.offerDraw() : call(t("Offer a draw"), "draw", [game.id]))}
          />
          <ConfirmButton
            label={t("Resign")}
            icon="flag"
            // in a match the chain takes a resignation only by signature: over an open end it would be a call
            disabled={off || (isEndOpen && game.match !== undefined)}
            onConfirm={() =>
              signed && !isEndOpen ? signed.say("resign") : call(t("Resign"), "resign", [game.id], { settles })
            }
          />
        </>
      )}
      <FlipButton onFlip={onFlip} />
      <a
        className="button"
        href={href({ view: "replay", id: game.id })}
        aria-label={t("Analysis")}
        title={t("Analysis")}
      >
        <Icon name="analysis" />
        <span className="label">{t("Analysis")}</span>
      </a>
    </section>
  );
}
