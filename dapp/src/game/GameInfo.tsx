import { type ReactNode, useState } from "react";
import { useChain } from "../chain/ChainContext";
import { formatTimeControl } from "../chain/format";
import type { Color, TimeControl } from "../chain/game";
import { SITES, shareLink } from "../chain/settings";
import { msg, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import type { RelayRoom } from "../signedPlay/relay/RelayRoom";
import { useTransactions } from "../transactions/TransactionsContext";
import controls from "../ui/controls.module.css";
import { extra } from "../ui/extra";
import { ShareButton } from "../ui/ShareButton";
import { Amount } from "../ui/values/Amount";
import { FiatValue } from "../ui/values/FiatValue";
import styles from "./GameInfo.module.css";
import type { GameSnapshot } from "./line/useGame";
import type { SignedTable } from "./line/useSignedTable";
import { Mark } from "./Mark";
import { RelayAway, relayText } from "./signed/RelayNotice";

const NoticeButton = extra(() => import("../notices/NoticeButton"), "NoticeButton");
const SignedPanel = extra(() => import("./signed/SignedPanel"), "SignedPanel");
const SignedProblem = extra(() => import("./signed/SignedProblem"), "SignedProblem");

/** Who begins with less looks on anyway, in seconds. */
const QUICK_S = 600;
const isQuick = (clock: TimeControl | undefined): boolean => clock !== undefined && clock.base < QUICK_S;

interface Props {
  snapshot: GameSnapshot;
  you: Color | undefined;
  /** Where its player plays it by signature. */
  signed: SignedTable | undefined;
  /** The game's room at the relay, while it goes on. */
  room: RelayRoom | undefined;
  /** The board has long been there: what stands behind the mark comes, so that it opens at once. */
  isQuiet: boolean;
  /** What else is to be said, in cards of its own. */
  children?: ReactNode;
}

/** What the game is about, beside it: one card, in which the machinery stands behind one mark. */
export function GameInfo({ snapshot, you, signed, room, isQuiet, children }: Props) {
  const { game, clocks, keys } = snapshot;
  const [isLookedAt, setLookedAt] = useState(false);
  const { settings } = useChain();
  return (
    <aside className={styles.info} aria-label={t("About this game")}>
      <section className={`${controls.card} ${controls.stack}`}>
        <h2>{t("Game {id}", { id: game.id })}</h2>
        <p>
          {formatTimeControl(clocks)}
          {game.match &&
            ` · ${t("game {number} of {count}", { number: game.match.round + 1, count: game.match.rounds })}`}
        </p>
        <details
          className={styles.machinery}
          data-testid={signed ? "signed" : undefined}
          onToggle={({ currentTarget }) => currentTarget.open && setLookedAt(true)}
        >
          <summary data-testid="mark">
            <Mark signed={signed} room={room} isSigned={keys !== undefined} />
          </summary>
          <div className={controls.stack}>
            <Terms snapshot={snapshot} />
            {room && <p className={controls.muted}>{relayText(room)}</p>}
            {signed && (isQuiet || isLookedAt) && <SignedPanel signed={signed} />}
          </div>
        </details>
        {signed && isQuiet && <SignedProblem signed={signed} />}
        {room && <RelayAway room={room} />}
        <ShareButton url={shareLink(settings, game.id)} />
        {you && game.state === "ongoing" && (
          <NoticeButton gameId={game.id} publicKey={keys?.[you]} isOffered={!isQuick(clocks)} />
        )}
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
            <Say
              text={msg("{amount} each. The winner takes both, a draw gives them back.")}
              values={{ amount: <Amount payment={stake} /> }}
            />{" "}
            <FiatValue payment={stake} />{" "}
            {game.match && t("That is for one game, of at most {count}.", { count: game.match.rounds })}
          </>
        ) : (
          t("A game for nothing but the fun. It doesn't count for the score.")
        )}
      </p>
      <p className={controls.muted}>
        {keys
          ? t("Every move is checked by the contract, at the latest at the end.")
          : t("Every move is checked and kept by the contract.")}{" "}
        {explorer && (
          <a href={`${explorer}/accounts/${chess.address}`} target="_blank" rel="noreferrer">
            {t("The contract on {network}", { network: settings.network })}
          </a>
        )}{" "}
        {sent && explorer && (
          <a href={`${explorer}/transactions/${sent.hash}`} target="_blank" rel="noreferrer">
            {t("Your last move")}
          </a>
        )}
      </p>
    </>
  );
}
