import type { Role } from "chessops";
import type { Color } from "../chain/chess";
import type { Ply } from "../chess/history";

const ORDER: readonly Role[] = ["queen", "rook", "bishop", "knight", "pawn"];

interface Props {
  /** The plies played so far. */
  plies: Ply[];
  /** Who has captured. */
  by: Color;
}

/** The pieces that a player has captured. */
export function Captured({ plies, by }: Props) {
  const taken = plies.flatMap(({ captured }, ply) =>
    captured && (ply % 2 === 0) === (by === "white") ? captured : [],
  );
  const opponent = by === "white" ? "black" : "white";
  if (taken.length === 0) return null;
  const pieces = ORDER.flatMap((role) => taken.filter((captured) => captured === role));
  const text = ORDER.flatMap((role) => {
    const count = taken.filter((captured) => captured === role).length;
    return count ? `${count} ${role}${count > 1 ? "s" : ""}` : [];
  }).join(", ");
  return (
    <span className="captured cg-wrap" role="img" aria-label={`captured: ${text}`}>
      {pieces.map((role, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces have no other name
        <piece key={index} className={`${opponent} ${role}`} />
      ))}
    </span>
  );
}
