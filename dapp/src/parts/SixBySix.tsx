import { useState } from "react";
import type { LegalMove } from "../chain/chess";
import { pieceAt, SIZE, squareIndex, squareName } from "../chess/sixBySix";
import { SquareGrid } from "./SquareGrid";

interface Props {
  board: Uint8Array;
  /** The moves that may be made now; none where nobody may move. */
  legal: LegalMove[];
  /** The squares of the last move. */
  changed: number[];
  /** A move that is on its way to the chain. */
  pending: { from: number; to: number } | undefined;
  onMove: (from: number, to: number) => void;
}

/** The 6×6 board, from White's side: pick a piece, then where it goes. */
export function SixBySix({ board, legal, changed, pending, onMove }: Props) {
  const [selected, setSelected] = useState<number>();
  const targets = legal.filter(({ from }) => from === selected).map(({ to }) => to);

  function activate(index: number) {
    if (selected !== undefined && targets.includes(index)) {
      setSelected(undefined);
      onMove(selected, index);
    } else {
      setSelected(legal.some(({ from }) => from === index) && index !== selected ? index : undefined);
    }
  }

  function classes(index: number): string {
    const names = ["square", (Math.floor(index / 8) + (index % 8)) % 2 === 0 ? "light" : "dark"];
    if (changed.includes(index)) names.push("changed");
    if (index === selected) names.push("selected");
    if (targets.includes(index)) names.push("target");
    if (pending && (index === pending.from || index === pending.to)) names.push("pending");
    return names.join(" ");
  }

  return (
    <div className="six cg-wrap" data-movable={legal.length > 0}>
      <SquareGrid
        files={SIZE}
        ranks={SIZE}
        name={(file, rank) => squareName(squareIndex(file, rank))}
        describe={(file, rank) => {
          const index = squareIndex(file, rank);
          const piece = pieceAt(board, index);
          const state = index === selected ? ", selected" : targets.includes(index) ? ", can go here" : "";
          return (piece ? `${piece.color} ${piece.role}` : "empty") + state;
        }}
        className={(file, rank) => classes(squareIndex(file, rank))}
        content={(file, rank) => {
          const piece = pieceAt(board, squareIndex(file, rank));
          return (
            <>
              {file === 0 && <span className="rank-name" data-name={rank + 1} />}
              {rank === 0 && <span className="file-name" data-name={"abcdef"[file]} />}
              {piece && <piece className={`${piece.color} ${piece.role}`} />}
            </>
          );
        }}
        onActivate={(file, rank) => activate(squareIndex(file, rank))}
      />
    </div>
  );
}
