import { useEffect, useRef } from "react";
import { href } from "../browser/router";
import { type Color, type Game, scoreOf } from "../chain/game";
import { byReason, endTextFor, stakesAt, stakesPaid } from "../chess/reason";
import { t } from "../i18n/i18n";
import type { SignedEnd } from "../signedPlay/standing";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { useAmountText } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";
import type { GameSnapshot } from "./line/useGame";
import type { SignedTable } from "./line/useSignedTable";
import { NewOpponent } from "./NewOpponent";
import styles from "./ResultOverlay.module.css";
import { ResultRatings } from "./ResultRatings";
import { RematchButton } from "./rematch/RematchButton";
import type { Rematch } from "./rematch/useRematch";
import { Settle } from "./signed/Settle";
import { MatchButtons } from "./status/MatchButtons";

interface Props {
  /** With the signed end, where the chain doesn't know it yet. */
  game: Game;
  snapshot: GameSnapshot;
  you: Color | undefined;
  rematch: Rematch;
  /** The signed end, where the chain doesn't know it yet. */
  end: SignedEnd | undefined;
  /** Where you play it by signature. */
  signed: SignedTable | undefined;
  /** It stands over the board, as the game ends. */
  isOnBoard: boolean;
  onClose: () => void;
}

/** How the game ended and what it was worth. */
export function ResultOverlay({ game, snapshot, you, rematch, end, signed, isOnBoard, onClose }: Props) {
  const { panel, close } = usePanel(isOnBoard, onClose);
  const { stake } = snapshot;
  const gained = you ? stakesPaid(game, you) - stakesAt(game) : 0n;
  const amount = useAmountText(stake, gained < 0n ? -gained : gained === 0n ? stakesAt(game) : gained);
  const isUndecided = game.state === "drawn" || game.state === "noResult";
  const hasWon = you && (game.state === "whiteWon") === (you === "white");
  const isWhole = !you || isUndecided || game.match?.played;
  const gain = stake && you && gained;
  const match = signed?.match;
  const isBetween = match?.interval !== undefined && signed !== undefined;
  // one of both has left: no game follows
  const isLeft = match?.interval?.mine === "leave" || match?.interval?.isParted;
  // the chain knows of it
  const isCounted = !isBetween && !end && game.state !== "noResult";
  const look = !you || isUndecided ? "" : hasWon ? styles.won : styles.lost;
  const replay = href({ view: "replay", id: game.id });
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={`${styles.result} ${look}`}
      data-testid="end"
      aria-label={t("Result")}
    >
      <button
        type="button"
        className={`${controls.quiet} ${controls.iconOnly} ${styles.close}`}
        aria-label={t("Close the result")}
        title={t("Close the result")}
        onClick={close}
      >
        <Icon name="close" />
      </button>
      <Score game={game} isCounted={isCounted} />
      {isWhole ? (
        <strong className={styles.title}>{endTextFor(game, you)}</strong>
      ) : (
        <p className={styles.heading}>
          <strong className={styles.title}>{hasWon ? t("You won") : t("You lost")}</strong>{" "}
          <span>{byReason(game.endReason)}</span>
        </p>
      )}
      {isBetween ? null : end ? (
        <p>{stake ? t("Not paid yet.") : t("Not on the chain yet.")}</p>
      ) : (
        gain !== undefined && (
          <div className={styles.heading}>
            <p className={styles.amount} dir={gain === 0n ? undefined : "ltr"}>
              {gain === 0n ? t("{amount} back", { amount: amount }) : `${gain > 0n ? "+" : "−"}${amount}`}
            </p>
            {stake && gain > 0n && (
              <p className={controls.muted}>
                <FiatValue payment={stake} />
              </p>
            )}
          </div>
        )
      )}
      <footer className={isBetween ? `${styles.footer} ${styles.between}` : styles.footer}>
        {isBetween ? (
          <MatchButtons signed={signed} match={match} />
        ) : (
          signed && (
            <div className={styles.settle}>
              <Settle signed={signed} />
            </div>
          )
        )}
        {you && !isBetween && <RematchButton rematch={rematch} isNext={!signed} />}
        {you && (!isBetween || isLeft) && rematch.offered === undefined && <NewOpponent snapshot={snapshot} />}
        {you ? (
          <a
            className={`${controls.button} ${controls.iconOnly}`}
            href={replay}
            aria-label={t("Analyse")}
            title={t("Analyse")}
          >
            <Icon name="analysis" />
          </a>
        ) : (
          <a className={controls.primary} href={replay}>
            {t("Analyse")}
          </a>
        )}
      </footer>
    </section>
  );
}

/** Where the focus is when the result comes and when it goes: never on nothing. */
function usePanel(isOnBoard: boolean, onClose: () => void) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // the button by which somebody has resigned is gone
    if (isOnBoard && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [isOnBoard]);
  const close = () => {
    // who closes it by a key is on the board then
    const board = panel.current?.closest("main")?.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
    if (panel.current?.contains(document.activeElement)) board?.focus({ preventScroll: true });
    onClose();
  };
  return { panel, close };
}

/** The score, White's first, and once the chain has counted the game what that has made of the ratings. */
function Score({ game, isCounted }: { game: Game; isCounted: boolean }) {
  const white = !game.match?.played && scoreOf(game, "white");
  if (!white && !isCounted) return null;
  const points = white && (
    <span>
      {white}–{scoreOf(game, "black")}
    </span>
  );
  return (
    <p className={styles.score} dir="ltr">
      {isCounted ? <ResultRatings game={game}>{points}</ResultRatings> : points}
    </p>
  );
}
