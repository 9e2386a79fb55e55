import { type PointerEvent, useRef, useState } from "react";
import { SIZE, squareIndex } from "./sixBySix";

interface Drag {
  from: number;
  x: number;
  y: number;
  moved: boolean;
}

/** A pointer may move this far during a click, in pixels. */
const SLIP = 5;

interface Props {
  flipped: boolean;
  /** Whether the piece on a square can be moved now. */
  isMovable: (index: number) => boolean;
  /** A square was pressed. */
  onClick: (index: number) => void;
  /** A piece was dragged, perhaps off the board. */
  onDrop: (from: number, to: number | undefined) => void;
}

/** Presses and drags on the 6×6 board; a piece that is dragged follows the pointer. */
export function useDrag({ flipped, isMovable, onClick, onDrop }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();

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
    if (drag.moved) onDrop(drag.from, squareUnder(event));
    else onClick(drag.from);
  }

  const onPointerCancel = () => setDrag(undefined);
  const pointer = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
  return { element, dragged: drag?.moved ? drag.from : undefined, pointer };
}
