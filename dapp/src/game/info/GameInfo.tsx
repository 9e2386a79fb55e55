import { type ReactNode, useState } from "react";
import { useChain } from "../../chain/ChainContext";
import { formatTimeControl } from "../../chain/format";
import type { Color, TimeControl } from "../../chain/game";
import { shareLink } from "../../chain/settings";
import { msg, t } from "../../i18n/i18n";
import type { RelayRoom } from "../../signedPlay/relay/RelayRoom";
import { extra } from "../../ui/extra";
import { ShareButton } from "../../ui/ShareButton";
import type { GameSnapshot } from "../line/useGame";
import type { SignedTable } from "../line/useSignedTable";
import { RelayAway } from "../signed/RelayNotice";
import styles from "./GameInfo.module.css";

const GameTerms = extra(() => import("./GameTerms"), "GameTerms");
const Company = extra(() => import("./Company"), "Company");
const NoticeButton = extra(() => import("../../notices/NoticeButton"), "NoticeButton");
const SignedPanel = extra(() => import("../signed/SignedPanel"), "SignedPanel");
const SignedProblem = extra(() => import("../signed/SignedProblem"), "SignedProblem");

/** A player whose clock begins with less than this, in seconds, looks at the game anyway. */
const QUICK_S = 600;
const isQuick = (clock: TimeControl | undefined): boolean => clock !== undefined && clock.base < QUICK_S;

interface Props {
  snapshot: GameSnapshot;
  you: Color | undefined;
  /** The game by signature, if the viewer plays it here. */
  signed: SignedTable | undefined;
  /** The game's room at the relay, until the game is over. */
  room: RelayRoom | undefined;
  /** The board has been there for a while: the details behind the mark are loaded, so that they open immediately. */
  isQuiet: boolean;
  /** Other information, in separate cards. */
  children?: ReactNode;
}

/** A card with information about the game, with the technical details behind one mark. */
export function GameInfo({ snapshot, you, signed, room, isQuiet, children }: Props) {
  const { game, clocks, keys } = snapshot;
  const [isLookedAt, setLookedAt] = useState(false);
  const { settings } = useChain();
  return (
    <aside className="stack" aria-label={t("About this game")}>
      <section className="card stack">
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
          <summary className="line muted" data-testid="mark">
            <Mark signed={signed} room={room} isSigned={keys !== undefined} />
          </summary>
          <div className="stack">
            {(isQuiet || isLookedAt) && <GameTerms snapshot={snapshot} room={room} />}
            {signed && (isQuiet || isLookedAt) && <SignedPanel signed={signed} />}
          </div>
        </details>
        {signed && isQuiet && <SignedProblem signed={signed} />}
        {room && <RelayAway room={room} />}
        <ShareButton url={shareLink(settings, game.id)} />
        {you && game.state === "ongoing" && (
          <NoticeButton gameId={game.id} publicKey={keys?.[you]} isOffered={!isQuick(clocks)} />
        )}
        {isQuiet && <Company game={game} you={you} room={room} />}
      </section>
      {children}
    </aside>
  );
}

interface MarkProps {
  signed: SignedTable | undefined;
  /** The game's room at the relay, until the game is over. */
  room: RelayRoom | undefined;
  isSigned: boolean;
}

const RELAY_TEXTS = {
  connecting: msg("asking the relay"),
  online: msg("relay ok"),
  offline: msg("reconnecting"),
} as const;

/** One line, even in the narrowest card, that shows whether relay and chain work for this game. */
function Mark({ signed, room, isSigned }: MarkProps) {
  const isWell = room?.state !== "offline" && !signed?.session.isChainElsewhere && !signed?.session.problem;
  // while the relay is away, only that is shown
  const kind = (!room || room.state === "online") && (isSigned ? t("Signed") : t("On the chain"));
  return (
    <span className={styles.mark} data-testid={room ? "relay" : undefined} data-state={room?.state}>
      <span
        className={styles.dot}
        data-well={isWell}
        role="img"
        aria-label={isWell ? t("all is well") : t("trouble")}
      />
      {[kind, room && t(RELAY_TEXTS[room.state])].filter(Boolean).join(" · ")}
    </span>
  );
}
