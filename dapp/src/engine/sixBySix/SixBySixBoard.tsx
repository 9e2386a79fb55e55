import { type PointerEvent, type ReactNode, useRef, useState } from "react";
import { Coordinates } from "../../board/Coordinates";
import { PendingMark } from "../../board/PendingMark";
import { squareText } from "../../board/pieceNames";
import { SquareGrid } from "../../board/SquareGrid";
import { usePreference } from "../../browser/preferences";
import type { LegalMove } from "../../chain/game";
import styles from "./SixBySixBoard.module.css";
import { type Piece, pieceAt, SIZE, SQUARES, squareIndex, squareName } from "./sixBySix";

interface Props {
  board: Uint8Array;
  /** The moves that may be made now; none where nobody may move. */
  legal: LegalMove[];
  /** The squares of the last move. */
  changed: number[];
  flipped: boolean;
  /** A move that is on its way to the chain. */
  pending: { from: number; to: number } | undefined;
  /** Not the position of now, or not sure to be. */
  dimmed: boolean;
  onMove: (from: number, to: number) => void;
  children?: ReactNode;
}

interface Drag {
  from: number;
  x: number;
  y: number;
  moved: boolean;
}

/** So far a finger may slip on a click, in pixels. */
const SLIP = 5;

/** Where a square is on the board as it is seen. */
export function placeOnBoard(index: number, flipped: boolean): { column: number; row: number } {
  const [file, rank] = [SIZE - (index % 8), Math.floor(index / 8) - 1];
  return flipped ? { column: SIZE - 1 - file, row: rank } : { column: file, row: SIZE - 1 - rank };
}

/** The 6×6 board: pick a piece, then where it goes, or drag it there. */
export function SixBySixBoard({ board, legal, changed, flipped, pending, dimmed, onMove, children }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [selected, setSelected] = useState<number>();
  const [drag, setDrag] = useState<Drag>();
  const pieces = usePieces(board);
  const hasCoordinates = usePreference("coordinates") === "on";
  const origin = drag?.moved ? drag.from : selected;
  const targets = legal.filter(({ from }) => from === origin).map(({ to }) => to);
  const isMovable = (index: number) => legal.some(({ from }) => from === index);

  function activate(index: number) {
    const isTarget = legal.some(({ from, to }) => from === selected && to === index);
    if (selected !== undefined && isTarget) {
      setSelected(undefined);
      onMove(selected, index);
    } else setSelected(isMovable(index) && index !== selected ? index : undefined);
  }

  function squareUnder({ clientX, clientY }: PointerEvent): number | undefined {
    const box = element.current?.getBoundingClientRect();
    if (!box) return undefined;
    const column = Math.floor(((clientX - box.left) / box.width) * SIZE);
    const row = Math.floor(((clientY - box.top) / box.height) * SIZE);
    if (column < 0 || row < 0 || column >= SIZE || row >= SIZE) return undefined;
    return flipped ? squareIndex(SIZE - 1 - column, row) : squareIndex(column, SIZE - 1 - row);
  }

  function onPointerDown(event: PointerEvent) {
    const index = squareUnder(event);
    if (event.button !== 0 || index === undefined) return;
    element.current?.setPointerCapture(event.pointerId);
    setDrag({ from: index, x: event.clientX, y: event.clientY, moved: false });
  }

  function onPointerMove({ clientX, clientY }: PointerEvent) {
    if (!drag || !isMovable(drag.from)) return;
    const moved = drag.moved || Math.hypot(clientX - drag.x, clientY - drag.y) > SLIP;
    if (!moved) return;
    setDrag({ ...drag, moved });
    const piece = element.current?.querySelector<HTMLElement>(`[data-index="${drag.from}"]`);
    piece?.style.setProperty("translate", `${clientX - drag.x}px ${clientY - drag.y}px`);
  }

  function onPointerUp(event: PointerEvent) {
    if (!drag) return;
    setDrag(undefined);
    element.current?.querySelector<HTMLElement>(`[data-index="${drag.from}"]`)?.style.removeProperty("translate");
    const index = squareUnder(event);
    if (!drag.moved) return activate(drag.from);
    setSelected(undefined);
    if (index !== undefined && targets.includes(index)) onMove(drag.from, index);
  }

  const style = (index: number) => {
    const { column, row } = placeOnBoard(index, flipped);
    return { left: `${(column * 100) / SIZE}%`, top: `${(row * 100) / SIZE}%` };
  };

  return (
    <div
      ref={element}
      className={`${styles.board} ${dimmed ? styles.dimmed : ""} cg-wrap pieces`}
      dir="ltr"
      data-testid="six"
      data-movable={legal.length > 0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => setDrag(undefined)}
    >
      {SQUARES.map((index) => {
        const look = [
          changed.includes(index) && styles.changed,
          index === origin && styles.selected,
          targets.includes(index) && (pieceAt(board, index) ? styles.capture : styles.target),
        ].filter(Boolean);
        return look.length > 0 ? (
          <span key={index} className={`${styles.square} ${look.join(" ")}`} style={style(index)} />
        ) : null;
      })}
      {pieces.map(({ key, piece, index }) => (
        <piece
          key={key}
          data-index={index}
          className={`${piece.color} ${piece.role} ${drag?.moved && drag.from === index ? styles.dragged : ""}`}
          style={style(index)}
        />
      ))}
      {pending && <PendingMark {...placeOnBoard(pending.to, flipped)} size={SIZE} />}
      {hasCoordinates && <Coordinates size={SIZE} flipped={flipped} />}
      <SquareGrid
        files={SIZE}
        ranks={SIZE}
        flipped={flipped}
        name={(file, rank) => squareName(squareIndex(file, rank))}
        describe={(file, rank) => {
          const index = squareIndex(file, rank);
          const piece = pieceAt(board, index);
          return squareText(piece, { isSelected: index === selected, isTarget: targets.includes(index) });
        }}
        onActivate={(file, rank) => activate(squareIndex(file, rank))}
        onCancel={() => setSelected(undefined)}
      />
      {children}
    </div>
  );
}

interface PlacedPiece {
  key: number;
  piece: Piece;
  index: number;
}

/** The pieces with names that they keep while they move, so that they glide. */
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
  // one order for good: what stays in its place in the document can glide on the board
  return before.current.toSorted((a, b) => a.key - b.key);
}
