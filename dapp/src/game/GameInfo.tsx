import { type ReactNode, useState } from "react";
import { useChain } from "../chain/ChainContext";
import { formatTimeControl } from "../chain/format";
import { SITES } from "../chain/settings";
import { useTransactions } from "../transactions/useSendTransaction";
import { Amount } from "../ui/Amount";
import controls from "../ui/controls.module.css";
import { FiatValue } from "../ui/FiatValue";
import { Icon } from "../ui/Icon";
import { askForNotices, noticePermission } from "../ui/notices";
import { ShareButton } from "../ui/ShareButton";
import styles from "./GameInfo.module.css";
import type { GameSnapshot } from "./useGame";

interface Props {
  snapshot: GameSnapshot;
  isPlayer: boolean;
  children?: ReactNode;
}

/** What the game is about, beside it: the pot, its number, its place on the chain, notices. */
export function GameInfo({ snapshot, isPlayer, children }: Props) {
  const { game, stake, clocks } = snapshot;
  const { chess, settings } = useChain();
  const { explorer } = SITES[settings.network];
  const sent = useTransactions().findLast(({ move, hash }) => move?.game === game.id && hash);
  return (
    <aside className={styles.info} aria-label="About this game">
      <section className={controls.card}>
        <p className={styles.pot}>
          <span>Pot</span> <strong>{stake ? <Amount payment={stake} times={2n} /> : "none"}</strong>
        </p>
        <p className={controls.muted}>
          {stake ? (
            <>
              <FiatValue payment={stake} times={2n} />
              <Amount payment={stake} /> each. The winner takes both, a draw gives them back.
            </>
          ) : (
            "A game for nothing but the fun. It doesn't count for the score."
          )}
        </p>
      </section>
      <section className={`${controls.card} ${controls.stack}`}>
        <h2>Game {game.id}</h2>
        <p>{formatTimeControl(clocks)}</p>
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
      {children}
    </aside>
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
