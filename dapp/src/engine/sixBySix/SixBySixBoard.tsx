import type { Piece } from "chessops";
import { type ReactNode, useRef } from "react";
import { Coordinates } from "../../board/Coordinates";
import { usePicking } from "../../board/ground/usePicking";
import { PendingMark } from "../../board/PendingMark";
import { SquareGrid } from "../../board/SquareGrid";
import { usePreference } from "../../browser/preferences";
import type { LegalMove } from "../../chain/game";
import styles from "./SixBySixBoard.module.css";
import { pieceAt, SIZE, SQUARES, START_BOARD, squareIndex, squareName } from "./sixBySix";
import { useDrag } from "./useDrag";

interface Props {
  board: Uint8Array;
  /** The moves that may be made now; none if nobody may move. */
  legal?: LegalMove[];
  /** The squares of the last move. */
  changed?: number[];
  flipped: boolean;
  /** A move that was sent to the chain. */
  pending?: { from: number; to: number } | undefined;
  /** The position isn't the current one, or may not be. */
  dimmed?: boolean;
  onMove?: (from: number, to: number) => void;
  children?: ReactNode;
}

/** A square's column and row in squares from the top left of the board as it is shown. */
export function placeOnBoard(index: number, flipped: boolean): { column: number; row: number } {
  const [file, rank] = [SIZE - (index % 8), Math.floor(index / 8) - 1];
  return flipped ? { column: SIZE - 1 - file, row: rank } : { column: file, row: SIZE - 1 - rank };
}

/** The 6×6 board: a player picks a piece and then its target, or drags the piece there. */
export function SixBySixBoard({ board, legal = [], changed = [], flipped, pending, dimmed, onMove, children }: Props) {
  const dests = new Map(
    legal.map(({ from }) => [from, legal.filter((move) => move.from === from).map(({ to }) => to)]),
  );
  const { selected, targets: picked, onActivate, onCancel } = usePicking({ dests, onMove });
  const hasCoordinates = usePreference("coordinates") === "on";
  const { element, dragged, pointer } = useDrag({
    flipped,
    isMovable: (index) => dests.has(index),
    onClick: onActivate,
    onDrop: (from, to) => {
      onCancel();
      if (to !== undefined && dests.get(from)?.includes(to)) onMove?.(from, to);
    },
  });
  const origin = dragged ?? selected;
  const targets = (dragged === undefined ? picked : dests.get(dragged)) ?? [];
  return (
    <div
      ref={element}
      className={`${styles.board} ${dimmed ? styles.dimmed : ""} cg-wrap pieces`}
      dir="ltr"
      data-testid="six"
      data-movable={legal.length > 0}
      {...pointer}
    >
      <Marks board={board} flipped={flipped} changed={changed} origin={origin} targets={targets} />
      <Pieces board={board} flipped={flipped} dragged={dragged} />
      {pending && <PendingMark {...placeOnBoard(pending.to, flipped)} size={SIZE} />}
      {hasCoordinates && <Coordinates size={SIZE} flipped={flipped} />}
      <SquareGrid
        size={SIZE}
        flipped={flipped}
        square={squareIndex}
        name={squareName}
        pieces={{ get: (index) => pieceAt(board, index) }}
        {...{ selected, targets, onActivate, onCancel }}
      />
      {children}
    </div>
  );
}

/** The board before the first move; nobody can move on it. */
export const SixBySixStart = () => <SixBySixBoard board={START_BOARD} flipped={false} />;

/** A square's place, in shares of the board. */
function styleOf(index: number, flipped: boolean): { left: string; top: string } {
  const { column, row } = placeOnBoard(index, flipped);
  return { left: `${(column * 100) / SIZE}%`, top: `${(row * 100) / SIZE}%` };
}

interface MarksProps {
  board: Uint8Array;
  flipped: boolean;
  changed: readonly number[];
  /** The square of the picked or dragged piece. */
  origin: number | undefined;
  /** The squares that it may go to. */
  targets: readonly number[];
}

/** Marks the squares of the last move, the picked piece, and its targets. */
function Marks({ board, flipped, changed, origin, targets }: MarksProps) {
  return SQUARES.map((index) => {
    const look = [
      changed.includes(index) && styles.changed,
      index === origin && styles.selected,
      targets.includes(index) && (pieceAt(board, index) ? styles.capture : styles.target),
    ].filter(Boolean);
    if (look.length === 0) return null;
    return <span key={index} className={`${styles.square} ${look.join(" ")}`} style={styleOf(index, flipped)} />;
  });
}

function Pieces({ board, flipped, dragged }: { board: Uint8Array; flipped: boolean; dragged: number | undefined }) {
  return usePieces(board).map(({ key, piece, index }) => (
    <piece
      key={key}
      data-index={index}
      className={`${piece.color} ${piece.role} ${dragged === index ? styles.dragged : ""}`}
      style={styleOf(index, flipped)}
    />
  ));
}

interface PlacedPiece {
  key: number;
  piece: Piece;
  index: number;
}

/** The pieces with keys that they keep while they move, so that they glide. */
function usePieces(board: Uint8Array): PlacedPiece[] {
  const before = useRef<PlacedPiece[]>([]);
  const next = useRef(0);
  const placed = SQUARES.flatMap((index): { piece: Piece; index: number }[] => {
    const piece = pieceAt(board, index);
    return piece ? [{ piece, index }] : [];
  });
  const isSame = (a: Piece, b: Piece) => a.color === b.color && a.role === b.role;
  const free = new Set(before.current);
  const take = (found: PlacedPiece | undefined) => {
    if (found) free.delete(found);
    return found?.key;
  };
  const stayed = placed.map(({ piece, index }) =>
    take(before.current.find((old) => old.index === index && isSame(old.piece, piece))),
  );
  before.current = placed.map(({ piece, index }, place) => {
    const key = stayed[place] ?? take([...free].find((old) => isSame(old.piece, piece))) ?? next.current++;
    return { key, piece, index };
  });
  // the order never changes: only an element that stays in its place in the document can glide on the board
  return before.current.toSorted((a, b) => a.key - b.key);
}
