import type { Role } from "chessops";
import type { Color } from "../chain/game";
import type { Ply } from "../chess/history";
import styles from "./CapturedPieces.module.css";

const ORDER: readonly Role[] = ["queen", "rook", "bishop", "knight", "pawn"];
const VALUES: Record<Role, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

interface Props {
  /** The plies played so far. */
  plies: Ply[];
  /** Who has captured. */
  by: Color;
}

const takenBy = (plies: Ply[], by: Color): Role[] =>
  plies.flatMap(({ captured }, ply) => (captured && (ply % 2 === 0) === (by === "white") ? captured : []));

/** What a promoted pawn has become more, for each side. */
const promoted = (plies: Ply[], by: Color): number =>
  plies.reduce((sum, { move }, ply) => {
    const isOwn = (ply % 2 === 0) === (by === "white");
    return sum + (isOwn && move.promotion ? VALUES[move.promotion] - VALUES.pawn : 0);
  }, 0);

/** How far ahead in material a player is, in pawns. */
export function materialLead(plies: Ply[], color: Color): number {
  const opponent = color === "white" ? "black" : "white";
  const sum = (side: Color) =>
    takenBy(plies, side).reduce((total, role) => total + VALUES[role], 0) + promoted(plies, side);
  return sum(color) - sum(opponent);
}

/** The pieces that a player has captured, and by how much that is more than the opponent has. */
export function CapturedPieces({ plies, by }: Props) {
  const taken = takenBy(plies, by);
  const opponent = by === "white" ? "black" : "white";
  const lead = materialLead(plies, by);
  const count = (role: Role) => taken.filter((captured) => captured === role).length;
  const text = ORDER.flatMap((role) => (count(role) ? `${count(role)} ${role}${count(role) > 1 ? "s" : ""}` : []));
  if (taken.length === 0 && lead <= 0) return null;
  return (
    <span className={styles.captured}>
      <span className={`${styles.pieces} cg-wrap pieces`} role="img" aria-label={`captured: ${text.join(", ")}`}>
        {ORDER.flatMap((role) => taken.filter((captured) => captured === role)).map((role, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal pieces have no other name
          <piece key={index} className={`${opponent} ${role}`} />
        ))}
      </span>
      <small>{lead > 0 && `+${lead}`}</small>
    </span>
  );
}
