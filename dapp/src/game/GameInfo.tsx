import type { ReactNode } from "react";
import { useChain } from "../chain/ChainContext";
import { formatTimeControl } from "../chain/format";
import type { Color } from "../chain/game";
import { SITES } from "../chain/settings";
import { NoticeButton } from "../notices/NoticeButton";
import type { RelayRoom } from "../signedPlay/relay/RelayRoom";
import { useTransactions } from "../transactions/TransactionsContext";
import controls from "../ui/controls.module.css";
import { ShareButton } from "../ui/ShareButton";
import { Amount } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";
import styles from "./GameInfo.module.css";
import type { GameSnapshot } from "./line/useGame";
import type { SignedTable } from "./line/useSignedTable";
import { Mark } from "./Mark";
import { RelayAway, relayText } from "./signed/RelayNotice";
import { SignedPanel, SignedProblem } from "./signed/SignedPanel";

interface Props {
  snapshot: GameSnapshot;
  you: Color | undefined;
  /** Where its player plays it by signature. */
  signed: SignedTable | undefined;
  /** The game's room at the relay, while it goes on. */
  room: RelayRoom | undefined;
  /** What else is to be said, in cards of its own. */
  children?: ReactNode;
}

/** What the game is about, beside it: one card, in which the machinery stands behind one mark. */
export function GameInfo({ snapshot, you, signed, room, children }: Props) {
  const { game, clocks, keys } = snapshot;
  return (
    <aside className={styles.info} aria-label="About this game">
      <section className={`${controls.card} ${controls.stack}`}>
        <h2>Game {game.id}</h2>
        <p>
          {formatTimeControl(clocks)}
          {game.match && ` · game ${game.match.round + 1} of ${game.match.rounds}`}
        </p>
        <details className={styles.machinery} data-testid={signed ? "signed" : undefined}>
          <summary data-testid="mark">
            <Mark signed={signed} room={room} isSigned={keys !== undefined} plies={game.plies} />
          </summary>
          <div className={controls.stack}>
            <Terms snapshot={snapshot} />
            {room && <p className={controls.muted}>{relayText(room)}</p>}
            {signed && <SignedPanel signed={signed} />}
          </div>
        </details>
        {signed && <SignedProblem signed={signed} />}
        {room && <RelayAway room={room} />}
        <ShareButton />
        {you && game.state === "ongoing" && <NoticeButton gameId={game.id} publicKey={keys?.[you]} />}
      </section>
      {children}
    </aside>
  );
}

/** What is played for, and by whose rules. */
function Terms({ snapshot: { game, stake, keys } }: { snapshot: GameSnapshot }) {
  const { chess, settings } = useChain();
  const { explorer } = SITES[settings.network];
  const sent = useTransactions().findLast(({ move, hash }) => move?.game === game.id && hash);
  return (
    <>
      <p className={controls.muted}>
        {stake ? (
          <>
            <Amount payment={stake} /> each <FiatValue payment={stake} />
            {game.match && `a game, ${game.match.rounds} games at most`}. The winner takes both, a draw gives them back.
          </>
        ) : (
          "A game for nothing but the fun. It doesn't count for the score."
        )}
      </p>
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
    </>
  );
}
