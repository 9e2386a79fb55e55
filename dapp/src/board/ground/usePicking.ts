import type { Square } from "chessops";
import { useCallback, useRef, useState } from "react";
import type { GroundProps } from "./useGround";

/** A move in two steps without a pointer: first its piece is picked, then its target. */
export function usePicking(
  { dests, onMove }: Pick<GroundProps, "dests" | "onMove">,
  mark?: (square: Square | undefined) => void,
) {
  /** The square of the piece that is picked. */
  const [selected, setSelected] = useState<Square>();
  /** The squares that it may go to. */
  const targets = selected === undefined ? undefined : dests?.get(selected);

  function select(square: Square | undefined) {
    setSelected(square);
    mark?.(square);
  }

  /** Picks the piece on a square, or moves the picked piece there. */
  function activate(square: Square) {
    if (selected !== undefined && targets?.includes(square)) {
      select(undefined);
      onMove?.(selected, square);
    } else select(dests?.has(square) && square !== selected ? square : undefined);
  }

  // the same functions in each rendering: only changed squares are rendered again
  const acts = useRef({ activate, select });
  acts.current = { activate, select };
  const onActivate = useCallback((square: Square) => acts.current.activate(square), []);
  /** Puts down the picked piece. */
  const onCancel = useCallback(() => acts.current.select(undefined), []);
  return { selected, targets, onActivate, onCancel };
}
