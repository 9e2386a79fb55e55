import { parseBoardFen } from "chessops/fen";
import { makeSquare } from "chessops/util";
import type { Color } from "../chain/game";
import { Coordinates } from "./Coordinates";
import styles from "./MiniBoard.module.css";

interface Props {
  fen: string;
  orientation?: Color;
  lastMove?: { from: number; to: number } | undefined;
  hasCoordinates?: boolean;
}

/** A small board that can't be played on, as in lists of games. */
export function MiniBoard({ fen, orientation = "white", lastMove, hasCoordinates = false }: Props) {
  const pieces = [...parseBoardFen(fen.split(" ")[0] ?? "").unwrap()];
  const place = (square: number) => {
    const [file, rank] = [square % 8, square >> 3];
    const [column, row] = orientation === "white" ? [file, 7 - rank] : [7 - file, rank];
    return { left: `${column * 12.5}%`, top: `${row * 12.5}%` };
  };
  return (
    <div className={`${styles.board} cg-wrap pieces`} dir="ltr" aria-hidden="true">
      {lastMove &&
        [lastMove.from, lastMove.to].map((square) => (
          <span key={square} className={styles.lastMove} style={place(square)} />
        ))}
      {pieces.map(([square, { color, role }]) => (
        <piece key={makeSquare(square)} className={`${color} ${role}`} style={place(square)} />
      ))}
      {hasCoordinates && <Coordinates size={8} flipped={orientation === "black"} />}
    </div>
  );
}
