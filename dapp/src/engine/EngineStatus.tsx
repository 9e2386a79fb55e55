import type { ComponentProps } from "react";
import type { EngineContract, EngineEndpoint, Suggestion } from "../chain/engines/engineContract";
import { t } from "../i18n/i18n";
import status from "../table/GameStatus.module.css";
import { RecentMoves } from "../table/RecentMoves";
import { lookingAtText, ProposedMove } from "../table/StatusSlot";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { Button, PrimaryButton } from "../ui/Button";
import styles from "./EnginePage.module.css";

interface Props {
  title: string;
  detail: string;
  /** The moves as they are written. */
  moves: readonly string[];
  /** It is the player's turn. */
  isYours: boolean;
  /** The ply that is looked at, where it isn't the last one. */
  lookingAt: number | undefined;
  onBack: () => void;
  /** A move that waits for the player's word. */
  proposal: ComponentProps<typeof ProposedMove> | undefined;
  /** How far the engine is, while it thinks; none before the page knows. */
  thinking: { progress: Suggestion | undefined; share: number | undefined } | undefined;
  /** The player may have it move. */
  isOwn: boolean;
  id: number;
  engine: EngineContract;
  /** Offers another game, where this one is over. */
  onNewGame: (() => void) | undefined;
}

/** How a game against an engine stands, and what can be said while it thinks. */
export function EngineStatus({ title, detail, moves, isYours, lookingAt, onBack, proposal, ...props }: Props) {
  const { thinking, isOwn, id, engine, onNewGame } = props;
  const { player, busy, send } = useSendTransaction();
  const call = (title: string, endpoint: EngineEndpoint) =>
    send({ title, build: ({ address }) => engine.call(address, endpoint, [id]) });
  return (
    <div className={status.place}>
      <section
        className={isYours ? `${status.status} ${status.yours}` : status.status}
        data-testid="standing"
        aria-label={t("Status")}
      >
        <header className={status.header}>
          <strong role="status">{title}</strong>
          {thinking?.share !== undefined && (
            <progress className={styles.progress} aria-label={t("Search")} max={1} value={thinking.share} />
          )}
        </header>
        <p className={status.detail}>
          {lookingAt === undefined ? detail : lookingAtText(lookingAt)}
          {lookingAt === undefined && !thinking && !proposal && <RecentMoves moves={moves} />}
        </p>
        <div className={status.slot}>
          {lookingAt !== undefined ? (
            <Button onClick={onBack}>{t("Back to the game")}</Button>
          ) : proposal ? (
            <ProposedMove {...proposal} />
          ) : thinking ? (
            <>
              <PrimaryButton disabled={!player || busy} onClick={() => call(t("Think on"), "think")}>
                {t("Think on")}
              </PrimaryButton>
              <Button disabled={!isOwn || busy} onClick={() => call(t("Move now"), "moveNow")}>
                {t("Move now")}
              </Button>
            </>
          ) : (
            onNewGame && (
              <PrimaryButton disabled={busy} onClick={onNewGame}>
                {t("New game")}
              </PrimaryButton>
            )
          )}
        </div>
      </section>
    </div>
  );
}
