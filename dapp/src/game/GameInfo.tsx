import type { ReactNode } from "react";
import { useChain } from "../chain/ChainContext";
import { formatTimeControl } from "../chain/format";
import type { Color } from "../chain/game";
import { SITES } from "../chain/settings";
import { NoticeButton } from "../notices/NoticeButton";
import { useTransactions } from "../transactions/useSendTransaction";
import { Amount } from "../ui/Amount";
import controls from "../ui/controls.module.css";
import { FiatValue } from "../ui/FiatValue";
import { ShareButton } from "../ui/ShareButton";
import styles from "./GameInfo.module.css";
import type { GameSnapshot } from "./useGame";

interface Props {
  snapshot: GameSnapshot;
  you: Color | undefined;
  children?: ReactNode;
}

/** What the game is about, beside it: the pot, its number, its place on the chain, notices. */
export function GameInfo({ snapshot, you, children }: Props) {
  const { game, stake, clocks, keys } = snapshot;
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
              <Amount payment={stake} /> each{game.match && ` a game, ${game.match.rounds} games at most`}. The winner
              takes both, a draw gives them back.
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
          {keys
            ? "Every move is checked by the contract, at the latest at the end"
            : "Every move is checked and kept by the contract"}
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
        {you && game.state === "ongoing" && <NoticeButton gameId={game.id} publicKey={keys?.[you]} />}
      </section>
      {children}
    </aside>
  );
}
