import { useState } from "react";
import { href } from "../browser/router";
import type { Color, Game, GameState } from "../chain/game";
import type { Payment } from "../chain/payment";
import { byReason, endText, endTextFor, reasonText, stakesAt, stakesPaid } from "../chess/reason";
import { type Message, msg, t } from "../i18n/i18n";
import type { SignedEnd } from "../signedPlay/standing";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { useAmountText } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";
import type { SignedTable } from "./line/useSignedTable";
import styles from "./ResultOverlay.module.css";
import { RematchButton } from "./rematch/RematchButton";
import type { Rematch } from "./rematch/useRematch";
import { Settle } from "./signed/Settle";
import { MatchButtons } from "./status/MatchButtons";

const TITLES: Partial<Record<GameState, Message>> = { drawn: msg("Draw"), noResult: msg("No result") };

interface Props {
  /** With the signed end, where the chain doesn't know it yet. */
  game: Game;
  stake: Payment | undefined;
  you: Color | undefined;
  rematch: Rematch;
  /** The signed end, where the chain doesn't know it yet. */
  end: SignedEnd | undefined;
  /** Where you play it by signature. */
  signed: SignedTable | undefined;
}

/** How the game ended and what it was worth, beside the board until it is closed. */
export function ResultOverlay({ game, stake, you, rematch, end, signed }: Props) {
  const [isOpen, setOpen] = useState(true);
  const gained = you ? stakesPaid(game, you) - stakesAt(game) : 0n;
  const amount = useAmountText(stake, gained < 0n ? -gained : gained === 0n ? stakesAt(game) : gained);
  if (!isOpen) return null;
  const isUndecided = game.state === "drawn" || game.state === "noResult";
  const hasWon = you && (game.state === "whiteWon") === (you === "white");
  const title = !you ? endText(game) : t(TITLES[game.state] ?? (hasWon ? msg("You won") : msg("You lost")));
  const gain = stake && you && gained;
  const match = signed?.match;
  const isBetween = match?.interval !== undefined && signed !== undefined;
  const look = !you || isUndecided ? "" : hasWon ? styles.won : styles.lost;
  return (
    <section className={`${styles.result} ${look}`} data-testid="end" aria-label={t("Result")}>
      <button
        type="button"
        className={`${controls.quiet} ${controls.iconOnly} ${styles.close}`}
        aria-label={t("Close the result")}
        onClick={() => setOpen(false)}
      >
        <Icon name="close" />
      </button>
      <strong className={styles.title}>{title}</strong>
      {game.match?.played ? (
        <p>{endTextFor(game, you)}</p>
      ) : (
        you && <p>{game.state === "noResult" ? reasonText(game.endReason) : byReason(game.endReason)}</p>
      )}
      {isBetween ? null : end ? (
        <p>{stake ? t("Not paid yet.") : t("Not on the chain yet.")}</p>
      ) : (
        gain !== undefined && (
          <>
            <p className={styles.amount} dir={gain === 0n ? undefined : "ltr"}>
              {gain === 0n ? t("{amount} back", { amount: amount }) : `${gain > 0n ? "+" : "−"}${amount}`}
            </p>
            {stake && gain > 0n && (
              <p className={controls.muted}>
                <FiatValue payment={stake} />
              </p>
            )}
          </>
        )
      )}
      <footer className={styles.footer}>
        {isBetween ? (
          <MatchButtons signed={signed} match={match} />
        ) : (
          signed && (
            <div className={styles.settle}>
              <Settle signed={signed} />
            </div>
          )
        )}
        <a className={signed ? controls.button : controls.primary} href={href({ view: "replay", id: game.id })}>
          {t("Analyse")}
        </a>
        {you && !isBetween && <RematchButton rematch={rematch} />}
      </footer>
    </section>
  );
}
