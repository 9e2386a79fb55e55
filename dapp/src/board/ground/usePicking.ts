import type { Square } from "chessops";
import { useCallback, useRef, useState } from "react";
import type { GroundProps } from "./useGround";

/** A move without a pointer: a piece is picked, then where it goes. */
export function usePicking(
  { dests, onMove }: Pick<GroundProps, "dests" | "onMove">,
  mark?: (square: Square | undefined) => void,
) {
  /** The square of the piece that is picked. */
  const [selected, setSelected] = useState<Square>();
  /** Where that one may go. */
  const targets = selected === undefined ? undefined : dests?.get(selected);

  function select(square: Square | undefined) {
    setSelected(square);
    mark?.(square);
  }

  /** Picks what stands there, or goes there with what is picked. */
  function activate(square: Square) {
    if (selected !== undefined && targets?.includes(square)) {
      select(undefined);
      onMove?.(selected, square);
    } else select(dests?.has(square) && square !== selected ? square : undefined);
  }

  // the same from one drawing to the next: only squares with a change are drawn again
  const acts = useRef({ activate, select });
  acts.current = { activate, select };
  const onActivate = useCallback((square: Square) => acts.current.activate(square), []);
  /** Puts down what is picked. */
  const onCancel = useCallback(() => acts.current.select(undefined), []);
  return { selected, targets, onActivate, onCancel };
}
