import type { ComponentProps } from "react";
import type { EngineContract, EngineEndpoint, Suggestion } from "../chain/engines/engineContract";
import { t } from "../i18n/i18n";
import { StatusCard } from "../table/StatusCard";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { Button, PrimaryButton } from "../ui/Button";
import styles from "./EnginePage.module.css";

interface Props extends Omit<ComponentProps<typeof StatusCard>, "aside" | "children"> {
  moves: readonly string[];
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
export function EngineStatus({ thinking, isOwn, id, engine, onNewGame, ...standing }: Props) {
  const { player, busy, send } = useSendTransaction();
  const call = (title: string, endpoint: EngineEndpoint) =>
    send({ title, build: ({ address }) => engine.call(address, endpoint, [id]) });
  return (
    <StatusCard
      {...standing}
      moves={thinking || standing.proposal ? undefined : standing.moves}
      aside={
        thinking?.share !== undefined && (
          <progress className={styles.progress} aria-label={t("Search")} max={1} value={thinking.share} />
        )
      }
    >
      {thinking ? (
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
    </StatusCard>
  );
}
