import { href } from "../app/router";
import { FlipButton } from "../board/FlipButton";
import { useChain } from "../chain/ChainContext";
import type { Endpoint } from "../chain/chess";
import { usePaused } from "../chain/queries";
import type { Settling } from "../transactions/settlement";
import { useSendTransaction } from "../transactions/useSendTransaction";
import { ConfirmButton } from "../ui/ConfirmButton";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import styles from "./GameActions.module.css";
import type { GameSnapshot } from "./useGame";
import type { SignedTable } from "./useSignedTable";

interface Props {
  snapshot: GameSnapshot;
  /** Where the game is played by signature. */
  signed: SignedTable | undefined;
  isPlayer: boolean;
  onFlip: () => void;
}

/** Draw, resignation, the board's side, analysis: each always in its own place. */
export function GameActions({ snapshot: { game, drawOffer }, signed, isPlayer, onFlip }: Props) {
  const { chess } = useChain();
  const { busy, send } = useSendTransaction();
  const paused = usePaused(game.state === "ongoing") ?? true;
  const isOngoing = game.state === "ongoing";
  const off = signed ? signed.end !== undefined : busy || paused || !isOngoing;
  const isEndOpen = game.awaits === "longerGame";
  const call = (title: string, endpoint: Endpoint, settles?: Settling) =>
    send({ title, build: (caller) => chess.call(caller, endpoint, [game.id]), settles });
  const resign = () => call("Resign", "resign", { game: game.id, plies: game.plies });
  return (
    <section className={styles.actions} aria-label="Actions">
      {isPlayer && (
        <>
          <ConfirmButton
            label="Offer a draw"
            icon="½"
            disabled={off || isEndOpen || drawOffer !== undefined}
            onConfirm={() => (signed ? signed.say("draw") : call("Offer a draw", "draw"))}
          />
          <ConfirmButton
            label="Resign"
            icon="flag"
            disabled={off}
            onConfirm={() => (signed && !isEndOpen ? signed.say("resign") : resign())}
          />
        </>
      )}
      <FlipButton onFlip={onFlip} />
      <a
        className={controls.button}
        href={href({ view: "replay", id: game.id })}
        aria-label="Analysis"
        title="Analysis"
      >
        <Icon name="analysis" />
      </a>
    </section>
  );
}
