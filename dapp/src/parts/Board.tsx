import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Key } from "chessground/types";
import { makeSquare, parseSquare, type Square } from "chessops";
import { parseBoardFen } from "chessops/fen";
import { useEffect, useRef, useState } from "react";
import type { Color } from "../chain/chess";
import { SquareGrid } from "./SquareGrid";

interface Props {
  fen: string;
  orientation: Color;
  /** Whose turn it is in this position. */
  turn: Color;
  check: boolean;
  lastMove: { from: Square; to: Square } | undefined;
  /** A move that is on its way to the chain: an arrow, as the chain hasn't got it yet. */
  pending?: { from: Square; to: Square } | undefined;
  /** The squares that each piece may go to; none where nobody may move. */
  dests?: ReadonlyMap<Square, Square[]> | undefined;
  onMove?: (from: Square, to: Square) => void;
}

const key = (square: Square): Key => makeSquare(square) as Key;

/** A chess board: chessground for eyes and pointers, a grid of buttons for keyboards and screen readers. */
export function Board({ fen, orientation, turn, check, lastMove, pending, dests, onMove }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>(undefined);
  const move = useRef(onMove);
  const [selected, setSelected] = useState<Square>();
  move.current = onMove;

  useEffect(() => {
    if (!element.current) return;
    ground.current = Chessground(element.current, {
      premovable: { enabled: false },
      drawable: { enabled: true },
      animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 200 },
    });
    return () => ground.current?.destroy();
  }, []);

  useEffect(() => {
    const show = () =>
      ground.current?.set({
        fen,
        orientation,
        turnColor: turn,
        check,
        lastMove: lastMove ? [key(lastMove.from), key(lastMove.to)] : [],
        viewOnly: false,
        movable: {
          free: false,
          ...(dests ? { color: turn, dests: keys(dests) } : { color: undefined, dests: new Map() }),
          events: {
            after(from, to) {
              // the board shows what the chain has: the piece goes when the chain says so
              show();
              const [start, end] = [parseSquare(from), parseSquare(to)];
              if (start !== undefined && end !== undefined) move.current?.(start, end);
            },
          },
        },
        drawable: {
          autoShapes: pending ? [{ orig: key(pending.from), dest: key(pending.to), brush: "yellow" }] : [],
        },
      });
    show();
  }, [fen, orientation, turn, check, lastMove, pending, dests]);

  // chessground remembers where the board is, but what stands above it comes and goes
  const measure = () => ground.current?.state.dom.bounds.clear();

  const pieces = parseBoardFen(fen.split(" ")[0] ?? "").unwrap();
  const targets = selected === undefined ? undefined : dests?.get(selected);

  function activate(square: Square) {
    if (selected !== undefined && targets?.includes(square)) {
      setSelected(undefined);
      ground.current?.selectSquare(null);
      onMove?.(selected, square);
    } else {
      const next = dests?.has(square) && square !== selected ? square : undefined;
      setSelected(next);
      ground.current?.selectSquare(next === undefined ? null : key(next));
    }
  }

  return (
    <div className="board" data-fen={fen} data-movable={dests !== undefined}>
      <div
        ref={element}
        className="ground"
        aria-hidden="true"
        onMouseDownCapture={measure}
        onTouchStartCapture={measure}
      />
      <SquareGrid
        files={8}
        ranks={8}
        flipped={orientation === "black"}
        overlay
        name={(file, rank) => makeSquare((rank * 8 + file) as Square)}
        describe={(file, rank) => {
          const square = rank * 8 + file;
          const piece = pieces.get(square);
          const state = square === selected ? ", selected" : targets?.includes(square) ? ", can go here" : "";
          return (piece ? `${piece.color} ${piece.role}` : "empty") + state;
        }}
        onActivate={(file, rank) => activate(rank * 8 + file)}
      />
    </div>
  );
}

function keys(dests: ReadonlyMap<Square, Square[]>): Map<Key, Key[]> {
  return new Map([...dests].map(([from, to]) => [key(from), to.map(key)]));
}
