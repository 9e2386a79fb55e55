import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Config } from "chessground/config";
import type { Key } from "chessground/types";
import type { Square } from "chessops";
import { makeSquare, parseSquare } from "chessops/util";
import { useEffect, useRef } from "react";
import type { Color } from "../../chain/game";
import type { FromTo } from "../../chess/san";

/** The input of chessground: the position, and the callbacks for moves by pointer. */
export interface GroundProps {
  fen: string;
  orientation: Color;
  /** Whose turn it is in this position. */
  turn: Color;
  /** Whose king is attacked. */
  check?: Color | undefined;
  lastMove?: FromTo | undefined;
  /** The squares that each piece may go to; undefined if nobody may move. */
  dests?: ReadonlyMap<Square, Square[]> | undefined;
  onMove?: (from: Square, to: Square) => void;
  /** Whose pieces may be moved before it is their turn. */
  premoves?: Color | undefined;
  /** The moves in advance, which are on the board already. */
  premoved?: readonly FromTo[] | undefined;
  onPremove?: (move: FromTo) => void;
  /** An arrow, as the engine's best move. */
  arrow?: FromTo | undefined;
}

const key = (square: Square): Key => makeSquare(square) as Key;
const ANIMATION_MS = 180;
/** chessground's own class. */
const PREMOVED = "current-premove";

/** A board that chessground draws, for the eye and for pointers. */
export function useGround(props: GroundProps) {
  const { fen, orientation, turn, check, lastMove, dests, onMove, premoves, premoved, onPremove, arrow } = props;
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>(undefined);
  const handlers = useRef({ onMove, onPremove });
  handlers.current = { onMove, onPremove };
  const show = useRef(() => {});

  useEffect(() => {
    const draw = () => {
      if (!element.current) return;
      ground.current = Chessground(element.current, {
        coordinates: false,
        drawable: { enabled: true },
        animation: { duration: matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ANIMATION_MS },
        premovable: {
          events: {
            set: (from, to) => {
              // the page itself shows it on the board from now on, and others may follow
              ground.current?.cancelPremove();
              onSquares(from, to, (from, to) => handlers.current.onPremove?.({ from, to }));
            },
          },
        },
      });
      show.current();
    };
    // in a separate task: chessground measures the board, for which the browser lays out the whole page
    const task = setTimeout(draw);
    return () => {
      clearTimeout(task);
      ground.current?.destroy();
      ground.current = undefined;
    };
  }, []);

  useEffect(() => {
    const after = (from: Key, to: Key) => {
      // the game decides where the piece ends up
      show.current();
      onSquares(from, to, (from, to) => handlers.current.onMove?.(from, to));
    };
    const look = { fen, orientation, turn, check, lastMove, dests, premoves, premoved, arrow };
    show.current = () => ground.current?.set(configOf(look, after));
    show.current();
  }, [fen, orientation, turn, check, lastMove, dests, premoves, premoved, arrow]);

  return {
    /** The element in which chessground draws. */
    element,
    /** Before each touch: chessground remembers where the board is, but a window can be scrolled or resized. */
    measure: () => ground.current?.state.dom.bounds.clear(),
    /** Marks a piece as picked, or none. */
    select: (square: Square | undefined) => ground.current?.selectSquare(square === undefined ? null : key(square)),
  };
}

function onSquares(from: Key, to: Key, tell: (from: Square, to: Square) => void): void {
  const [start, end] = [parseSquare(from), parseSquare(to)];
  if (start !== undefined && end !== undefined) tell(start, end);
}

/** The same as chessground's configuration. */
function configOf(look: GroundProps, after: (from: Key, to: Key) => void): Config {
  const { fen, orientation, turn, check, lastMove, dests, premoves, premoved, arrow } = look;
  const marked = premoved?.flatMap(({ from, to }) => [from, to].map((square) => [key(square), PREMOVED] as const));
  return {
    fen,
    orientation,
    turnColor: turn,
    check: check ?? false,
    lastMove: lastMove ? [key(lastMove.from), key(lastMove.to)] : [],
    premovable: { enabled: premoves !== undefined },
    highlight: { custom: new Map(marked) },
    movable: {
      free: false,
      ...(dests ? { color: turn, dests: keys(dests) } : { color: premoves, dests: new Map() }),
      events: { after },
    },
    drawable: { autoShapes: arrow ? [{ orig: key(arrow.from), dest: key(arrow.to), brush: "paleBlue" }] : [] },
  };
}

function keys(dests: ReadonlyMap<Square, Square[]>): Map<Key, Key[]> {
  return new Map([...dests].map(([from, to]) => [key(from), to.map(key)]));
}
