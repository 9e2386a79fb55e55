import { useState } from "react";
import { href } from "../app/router";
import type { Payment } from "../chain/contract";
import { type Color, type Game, type GameState, otherColor, type TimeControl } from "../chain/game";
import { ChallengeButton } from "../challenge/ChallengeButton";
import { endText, reasonText, stakesPaid } from "../chess/reason";
import { useAmountText } from "../ui/Amount";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./ResultOverlay.module.css";

const TITLES: Partial<Record<GameState, string>> = { drawn: "Draw", noResult: "No result" };

interface Props {
  game: Game;
  stake: Payment | undefined;
  clock: TimeControl | undefined;
  you: Color | undefined;
}

/** How the game ended and what it was worth, over the board until it is closed. */
export function ResultOverlay({ game, stake, clock, you }: Props) {
  const [isOpen, setOpen] = useState(true);
  const amount = useAmountText(stake);
  if (!isOpen || game.state === "ongoing") return null;
  const isUndecided = game.state === "drawn" || game.state === "noResult";
  const hasWon = you && (game.state === "whiteWon") === (you === "white");
  const title = !you ? endText(game) : (TITLES[game.state] ?? (hasWon ? "You won" : "You lost"));
  const gain = stake && you && stakesPaid(game, you) - 1n;
  const look = !you || isUndecided ? "" : hasWon ? styles.won : styles.lost;
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
      {you && <p>{game.state === "noResult" ? reasonText(game.endReason) : `by ${reasonText(game.endReason)}`}</p>}
      {gain !== undefined && (
        <p className={styles.amount}>{gain === 0n ? `${amount} back` : `${gain > 0n ? "+" : "−"}${amount}`}</p>
      )}
      <footer className={styles.footer}>
        <a className={controls.primary} href={href({ view: "replay", id: game.id })}>
          Analyse
        </a>
        {you && (
          <ChallengeButton
            label="Rematch"
            initial={{ opponent: game[otherColor(you)], side: otherColor(you), stake, clock }}
          />
        )}
      </footer>
    </section>
  );
}
