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
  /** A move that stands on the board and is still on its way to the chain. */
  pending?: FromTo | undefined;
  /** Takes all moves in advance back. */
  onClearPremoves?: () => void;
  /** Not the position of now, or not sure to be. */
  dimmed?: boolean;
  /** The player's own, in a game that goes on: it may be played blindfold. */
  isPlayed?: boolean;
  /** The content over the board: the choice of a promotion. */
  children?: ReactNode;
}

const squareOf = (file: number, rank: number): Square => (rank * 8 + file) as Square;

/** A chess board: chessground for eyes and pointers, a grid of buttons for keyboards and screen readers. */
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

/** Whether a board that somebody plays on is shown without its pieces; `b` changes that for all games. */
function useBlindfold(isPlaying: boolean): boolean {
  const isWanted = usePreference("blindfold") === "on";
  useShortcuts(isPlaying ? { b: () => setPreference("blindfold", isWanted ? "off" : "on") } : {});
  return isWanted && isPlaying;
}
