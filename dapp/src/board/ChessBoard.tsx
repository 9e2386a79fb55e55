import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawShape } from "chessground/draw";
import type { Key } from "chessground/types";
import { makeSquare, parseSquare, type Square } from "chessops";
import { parseBoardFen } from "chessops/fen";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { usePreference } from "../browser/preferences";
import type { Color } from "../chain/game";
import { useLanguage } from "../i18n/useLanguage";
import styles from "./ChessBoard.module.css";
import { Coordinates } from "./Coordinates";
import { PendingMark } from "./PendingMark";
import { placeOf } from "./PromotionPicker";
import { squareText } from "./pieceNames";
import { SquareGrid } from "./SquareGrid";

export interface FromTo {
  from: Square;
  to: Square;
}

interface Props {
  fen: string;
  orientation: Color;
  /** Whose turn it is in this position. */
  turn: Color;
  /** Whose king is attacked. */
  check?: Color | undefined;
  lastMove?: FromTo | undefined;
  /** A move that stands on the board and is still on its way to the chain. */
  pending?: FromTo | undefined;
  /** The squares that each piece may go to; none where nobody may move. */
  dests?: ReadonlyMap<Square, Square[]> | undefined;
  onMove?: (from: Square, to: Square) => void;
  /** Whose pieces may be moved before it is their turn. */
  premoves?: Color | undefined;
  /** The squares of the moves in advance, which stand on the board already. */
  premoved?: readonly FromTo[] | undefined;
  onPremove?: (move: FromTo) => void;
  /** Takes all moves in advance back. */
  onClearPremoves?: () => void;
  /** An arrow, as the engine's best move. */
  arrow?: FromTo | undefined;
  /** Not the position of now, or not sure to be. */
  dimmed?: boolean;
  /** What lies over the board: the choice of a promotion, the result. */
  children?: ReactNode;
}

const key = (square: Square): Key => makeSquare(square) as Key;
const ANIMATION_MS = 180;
/** chessground's own class. */
const PREMOVED = "current-premove";
const squareOf = (file: number, rank: number): Square => (rank * 8 + file) as Square;
const nameOf = (file: number, rank: number): string => makeSquare(squareOf(file, rank));

/** A chess board: chessground for eyes and pointers, a grid of buttons for keyboards and screen readers. */
export function ChessBoard({
  fen,
  orientation,
  turn,
  check,
  lastMove,
  pending,
  dests,
  onMove,
  premoves,
  premoved,
  onPremove,
  onClearPremoves,
  arrow,
  dimmed,
  children,
}: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>(undefined);
  const handlers = useRef({ onMove, onPremove });
  const [selected, setSelected] = useState<Square>();
  const hasCoordinates = usePreference("coordinates") === "on";
  handlers.current = { onMove, onPremove };

  useEffect(() => {
    if (!element.current) return;
    ground.current = Chessground(element.current, {
      coordinates: false,
      drawable: { enabled: true },
      animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ANIMATION_MS },
      premovable: {
        events: {
          set: (from, to) => {
            const [start, end] = [parseSquare(from), parseSquare(to)];
            // it stands on the board from now on, and others may follow
            ground.current?.cancelPremove();
            if (start !== undefined && end !== undefined) handlers.current.onPremove?.({ from: start, to: end });
          },
        },
      },
    });
    return () => ground.current?.destroy();
  }, []);

  useEffect(() => {
    const shapes: DrawShape[] = arrow ? [{ orig: key(arrow.from), dest: key(arrow.to), brush: "paleBlue" }] : [];
    const show = () =>
      ground.current?.set({
        fen,
        orientation,
        turnColor: turn,
        check: check ?? false,
        lastMove: lastMove ? [key(lastMove.from), key(lastMove.to)] : [],
        premovable: { enabled: premoves !== undefined },
        highlight: {
          custom: new Map(
            premoved?.flatMap(({ from, to }) => [from, to].map((square) => [key(square), PREMOVED] as const)),
          ),
        },
        movable: {
          free: false,
          ...(dests ? { color: turn, dests: keys(dests) } : { color: premoves, dests: new Map() }),
          events: {
            after(from, to) {
              // what becomes of the piece is for the game to say
              show();
              const [start, end] = [parseSquare(from), parseSquare(to)];
              if (start !== undefined && end !== undefined) handlers.current.onMove?.(start, end);
            },
          },
        },
        drawable: { autoShapes: shapes },
      });
    show();
  }, [fen, orientation, turn, check, lastMove, dests, premoves, premoved, arrow]);

  // chessground remembers where the board is, but a window can be scrolled or resized
  const measure = () => ground.current?.state.dom.bounds.clear();

  const language = useLanguage();
  const pieces = useMemo(() => parseBoardFen(fen.split(" ")[0] ?? "").unwrap(), [fen]);
  const targets = selected === undefined ? undefined : dests?.get(selected);

  function select(square: Square | undefined) {
    setSelected(square);
    ground.current?.selectSquare(square === undefined ? null : key(square));
  }

  function activate(square: Square) {
    if (selected !== undefined && targets?.includes(square)) {
      select(undefined);
      onMove?.(selected, square);
    } else select(dests?.has(square) && square !== selected ? square : undefined);
  }

  // the same from one drawing to the next: the squares are drawn anew only where something has changed in them
  const acts = useRef({ activate, select });
  acts.current = { activate, select };
  const onActivate = useCallback((file: number, rank: number) => acts.current.activate(squareOf(file, rank)), []);
  const onCancel = useCallback(() => acts.current.select(undefined), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language names the squares
  const describe = useCallback(
    (file: number, rank: number) => {
      const square = squareOf(file, rank);
      const piece = pieces.get(square);
      return squareText(piece, {
        isSelected: square === selected,
        isTarget: targets?.includes(square) === true,
      });
    },
    [pieces, selected, targets, language],
  );

  return (
    <div
      className={dimmed ? `${styles.board} ${styles.dimmed}` : styles.board}
      dir="ltr"
      data-testid="board"
      data-fen={fen}
      data-orientation={orientation}
      data-movable={dests !== undefined}
      data-pending={pending !== undefined}
    >
      <div
        ref={element}
        className={styles.ground}
        data-testid="ground"
        aria-hidden="true"
        onMouseDownCapture={measure}
        onContextMenuCapture={onClearPremoves}
        onTouchStartCapture={measure}
      />
      {pending && <PendingMark {...placeOf(pending.to, orientation)} size={8} />}
      {hasCoordinates && <Coordinates size={8} flipped={orientation === "black"} />}
      <SquareGrid
        files={8}
        ranks={8}
        flipped={orientation === "black"}
        name={nameOf}
        describe={describe}
        onActivate={onActivate}
        onCancel={onCancel}
      />
      {children}
    </div>
  );
}

function keys(dests: ReadonlyMap<Square, Square[]>): Map<Key, Key[]> {
  return new Map([...dests].map(([from, to]) => [key(from), to.map(key)]));
}
