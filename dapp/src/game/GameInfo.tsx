import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import type { Game } from "../chain/chess";
import { formatPayment } from "../chain/format";
import { useDecimals, useTerms } from "../chain/queries";
import { SITES } from "../chain/settings";
import { useTransactions } from "../transactions/useSendTransaction";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { askForNotices, noticePermission } from "../ui/notices";
import styles from "./GameInfo.module.css";

/** What the game is about, beside it: the pot, its number, its place on the chain, notices. */
export function GameInfo({ game, isPlayer }: { game: Game; isPlayer: boolean }) {
  const { chess, settings } = useChain();
  const wager = useTerms({ isPolled: false }).data?.wager;
  const decimals = useDecimals(wager?.token);
  const { explorer } = SITES[settings.network];
  const sent = useTransactions().findLast(({ move, hash }) => move?.game === game.id && hash);
  return (
    <aside className={styles.info} aria-label="About this game">
      {wager && (
        <section className={controls.card}>
          <p className={styles.pot}>
            <span>Pot</span> <strong>{formatPayment({ ...wager, amount: 2n * wager.amount }, decimals)}</strong>
          </p>
          <p className={controls.muted}>
            {formatPayment(wager, decimals)} each. The winner takes both, a draw gives them back.
          </p>
        </section>
      )}
      <section className={`${controls.card} ${controls.stack}`}>
        <h2>Game {game.id}</h2>
        <p className={controls.muted}>
          Every move is checked and kept by the contract
          {explorer && (
            <>
              {" "}
              on{" "}
              <a href={`${explorer}/accounts/${chess.address}`} target="_blank" rel="noreferrer">
                {settings.network}
              </a>
            </>
          )}
          .{" "}
          {sent && explorer && (
            <a href={`${explorer}/transactions/${sent.hash}`} target="_blank" rel="noreferrer">
              Your last move
            </a>
          )}
        </p>
        <ShareButton />
        {isPlayer && game.state === "ongoing" && <NoticeButton />}
      </section>
    </aside>
  );
}

/** Hands the page's address on, by the system's own way where it has one. */
export function ShareButton() {
  const [said, setSaid] = useState("");
  async function share() {
    const url = location.href;
    try {
      if (navigator.share) await navigator.share({ url });
      else {
        await navigator.clipboard.writeText(url);
        setSaid("Link copied");
      }
    } catch {
      setSaid(url);
    }
  }
  return (
    <>
      <button type="button" className={`${controls.button} ${controls.wide}`} onClick={share}>
        <Icon name="share" /> Share
      </button>
      <p role="status" className={`${controls.muted} ${styles.said}`}>
        {said}
      </p>
    </>
  );
}

function NoticeButton() {
  const [permission, setPermission] = useState(noticePermission);
  if (permission === "unsupported") return null;
  if (permission !== "default") {
    return (
      <p className={controls.muted}>
        {permission === "granted"
          ? "You are told when it is your turn, also in another tab."
          : "This browser doesn't let the page tell you when it is your turn."}
      </p>
    );
  }
  return (
    <button
      type="button"
      className={`${controls.button} ${controls.wide}`}
      onClick={async () => setPermission(await askForNotices())}
    >
      <Icon name="bell" /> Tell me when it's my turn
    </button>
  );
}
