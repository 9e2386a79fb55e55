import type { Square } from "chessops";
import { parseBoardFen } from "chessops/fen";
import { makeSquare } from "chessops/util";
import { type ReactNode, useMemo } from "react";
import { setPreference, usePreference } from "../browser/preferences";
import { useShortcuts } from "../browser/useShortcuts";
import type { FromTo } from "../chess/san";
import { t } from "../i18n/i18n";
import styles from "./ChessBoard.module.css";
import { Coordinates } from "./Coordinates";
import { type GroundProps, useGround } from "./ground/useGround";
import { usePicking } from "./ground/usePicking";
import { PendingMark } from "./PendingMark";
import { placeOf } from "./PromotionPicker";
import { SquareGrid } from "./SquareGrid";

interface Props extends GroundProps {
  /** A move that is on the board and not yet on the chain. */
  pending?: FromTo | undefined;
  /** Takes back all moves in advance. */
  onClearPremoves?: () => void;
  /** The position isn't the current one, or may not be. */
  dimmed?: boolean;
  /** The board is the player's own in a running game, and can be played blindfold. */
  isPlayed?: boolean;
  /** The content over the board: the choice of a promotion. */
  children?: ReactNode;
}

const squareOf = (file: number, rank: number): Square => (rank * 8 + file) as Square;

/** A chess board: chessground for the eye and for pointers, a grid of buttons for keyboards and screen readers. */
export function ChessBoard(props: Props) {
  const { fen, orientation, pending, dests, onClearPremoves, dimmed, isPlayed = false, children } = props;
  const ground = useGround(props);
  const { selected, targets, onActivate, onCancel } = usePicking(props, ground.select);
  const hasCoordinates = usePreference("coordinates") === "on";
  const isBlindfold = useBlindfold(isPlayed);
  const pieces = useMemo(() => parseBoardFen(fen.split(" ")[0] ?? "").unwrap(), [fen]);
  return (
    <div
      className={dimmed ? `${styles.board} ${styles.dimmed}` : styles.board}
      dir="ltr"
      data-testid="board"
      data-fen={fen}
      data-orientation={orientation}
      data-movable={dests !== undefined}
      data-pending={pending !== undefined}
      data-blindfold={isBlindfold ? t("Blindfold (b)") : undefined}
    >
      <div
        ref={ground.element}
        className={styles.ground}
        data-testid="ground"
        aria-hidden="true"
        onMouseDownCapture={ground.measure}
        onContextMenuCapture={onClearPremoves}
        onTouchStartCapture={ground.measure}
      />
      {pending && <PendingMark {...placeOf(pending.to, orientation)} size={8} />}
      {hasCoordinates && <Coordinates size={8} flipped={orientation === "black"} />}
      <SquareGrid
        size={8}
        flipped={orientation === "black"}
        square={squareOf}
        name={makeSquare}
        {...{ pieces, selected, targets, onActivate, onCancel }}
      />
      {children}
    </div>
  );
}

/** Whether a player's board hides its pieces; the key `b` toggles that for all games. */
function useBlindfold(isPlaying: boolean): boolean {
  const isWanted = usePreference("blindfold") === "on";
  useShortcuts(isPlaying ? { b: () => setPreference("blindfold", isWanted ? "off" : "on") } : {});
  return isWanted && isPlaying;
}
