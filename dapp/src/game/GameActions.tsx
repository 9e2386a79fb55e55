import { FlipButton } from "../board/FlipButton";
import { href } from "../browser/router";
import { useChain } from "../chain/ChainContext";
import type { Endpoint } from "../chain/chess";
import { ABORTED_BEFORE, type Color } from "../chain/game";
import { usePaused } from "../chain/queries";
import { t } from "../i18n/i18n";
import styles from "../table/GameActions.module.css";
import type { Settling } from "../transactions/TransactionStore";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { ConfirmButton } from "../ui/ConfirmButton";
import controls from "../ui/controls.module.css";
import { extra } from "../ui/extra";
import { Icon } from "../ui/Icon";
import type { GameSnapshot } from "./line/useGame";
import type { SignedTable } from "./line/useSignedTable";
import type { Rematch } from "./rematch/useRematch";

/** After the end alone: they come with the result. */
const RematchButton = extra(() => import("./rematch/RematchButton"), "RematchButton");
const MatchButtons = extra(() => import("./status/MatchButtons"), "MatchButtons");
/** Before both have moved. */
const AbortButton = extra(() => import("./status/AbortButton"), "AbortButton");

interface Props {
  /** With the signed end, where the chain doesn't know it yet. */
  snapshot: GameSnapshot;
  /** Where the game is played by signature. */
  signed: SignedTable | undefined;
  you: Color | undefined;
  rematch: Rematch;
  onFlip: () => void;
}

/** Draw and resignation or, before both have moved, abort or, after the end, a rematch; the board's side, analysis: each always in its own place. */
export function GameActions({ snapshot, signed, you, rematch, onFlip }: Props) {
  const { game, drawOffer, keys } = snapshot;
  const { chess } = useChain();
  const { busy, send } = useSendTransaction();
  const paused = usePaused(game.state === "ongoing") ?? true;
  const isOngoing = game.state === "ongoing";
  const off = !signed && (busy || paused);
  const isEndOpen = game.awaits === "longerGame";
  // the wish to abort goes through the relay
  const isHeard = signed?.room && signed.room.state !== "offline";
  const mayAbort = isOngoing && !isEndOpen && game.plies < ABORTED_BEFORE && isHeard;
  // with keys a draw that is offered on move would undo the move that follows: it is offered with that
  const isOffering = signed?.session.isOffering === true;
  const mayOffer = signed ? !isOffering && signed.move !== undefined : !keys || game.turn !== you;
  const isLater = signed !== undefined && game.turn === you;
  const call = (title: string, endpoint: Endpoint, settles?: Settling) =>
    send({ title, build: (caller) => chess.call(caller, endpoint, [game.id]), settles });
  return (
    <section className={styles.actions} aria-label={t("Actions")}>
      {(mayAbort || (you && !isOngoing)) && (
        <span className={styles.wide}>
          {mayAbort ? (
            <AbortButton signed={signed} />
          ) : signed?.match?.interval ? (
            <span className={styles.between}>
              <MatchButtons signed={signed} match={signed.match} isNarrow />
            </span>
          ) : (
            <RematchButton rematch={rematch} isNarrow />
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
            onConfirm={() => (signed ? void signed.session.offerDraw() : call(t("Offer a draw"), "draw"))}
          />
          <ConfirmButton
            label={t("Resign")}
            icon="flag"
            disabled={off}
            onConfirm={() =>
              signed && !isEndOpen
                ? signed.say("resign")
                : call(t("Resign"), "resign", { game: game.id, plies: game.plies })
            }
          />
        </>
      )}
      <FlipButton onFlip={onFlip} />
      <a
        className={controls.button}
        href={href({ view: "replay", id: game.id })}
        aria-label={t("Analysis")}
        title={t("Analysis")}
      >
        <Icon name="analysis" />
        <span className={controls.label}>{t("Analysis")}</span>
      </a>
    </section>
  );
}
