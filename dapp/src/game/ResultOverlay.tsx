import { useState } from "react";
import { href } from "../app/router";
import type { Color, Game } from "../chain/chess";
import { formatPayment } from "../chain/format";
import { useDecimals, useTerms } from "../chain/queries";
import { endText, reasonText, wagersPaid } from "../chess/reason";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./ResultOverlay.module.css";

/** How the game ended and what it was worth, over the board until it is closed. */
export function ResultOverlay({ game, you }: { game: Game; you: Color | undefined }) {
  const [isOpen, setOpen] = useState(true);
  const wager = useTerms({ isPolled: false }).data?.wager;
  const decimals = useDecimals(wager?.token);
  if (!isOpen || game.state === "ongoing") return null;
  const hasWon = you && (game.state === "whiteWon") === (you === "white");
  const title = !you ? endText(game) : game.state === "drawn" ? "Draw" : hasWon ? "You won" : "You lost";
  const paid = you ? wagersPaid(game, you === "white" ? game.white : game.black) : 0n;
  const gain = wager && you && paid - 1n;
  const look = !you || game.state === "drawn" ? "" : hasWon ? styles.won : styles.lost;
  return (
    <section className={`${styles.result} ${look}`} data-testid="end" aria-label="Result">
      <button
        type="button"
        className={`${controls.quiet} ${controls.iconOnly} ${styles.close}`}
        aria-label="Close the result"
        onClick={() => setOpen(false)}
      >
        <Icon name="close" />
      </button>
      <strong className={styles.title}>{title}</strong>
      {you && <p>by {reasonText(game.endReason)}</p>}
      {wager && gain !== undefined && (
        <p className={styles.amount}>
          {gain === 0n
            ? `${formatPayment(wager, decimals)} back`
            : `${gain > 0n ? "+" : "−"}${formatPayment(wager, decimals)}`}
        </p>
      )}
      <footer className={styles.footer}>
        <a className={controls.primary} href={href({ view: "replay", id: game.id })}>
          Analyse
        </a>
        {you && (
          <a className={controls.button} href={href({ view: "lobby" })}>
            New game
          </a>
        )}
      </footer>
    </section>
  );
}
