import type { Role } from "chessops";
import { type Color, otherColor } from "../chain/game";
import type { Ply } from "./history";

/** The values of the pieces, in pawns. */
export const VALUES: Record<Role, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

/** A player's captures beyond the opponent's. */
export interface Captures {
  taken: Role[];
  /** How far ahead in material they are, in pawns. */
  lead: number;
}

type Taking = Pick<Ply, "move" | "captured">;

/** Every other ply is of one color. */
const own = (plies: readonly Taking[], color: Color, first: Color): Taking[] =>
  plies.filter((_, ply) => (ply % 2 === 0) === (color === first));

/** A color's gain by its moves: captured pieces, and the added value of promoted pawns. */
const gain = (plies: readonly Taking[]): number =>
  plies.reduce(
    (sum, { captured, move: { promotion } }) =>
      sum + (captured ? VALUES[captured] : 0) + (promotion ? VALUES[promotion] - VALUES.pawn : 0),
    0,
  );

/** The rest of some pieces when others are set off against them, one for one. */
export function more(taken: readonly Role[], lost: readonly Role[]): Role[] {
  const left = [...lost];
  return taken.filter((role) => {
    const equal = left.indexOf(role);
    if (equal >= 0) left.splice(equal, 1);
    return equal < 0;
  });
}

/**
 * A player's captures in some plies, less the opponent's.
 * @param first whose the first ply is
 */
export function capturesBy(plies: readonly Taking[], color: Color, first: Color = "white"): Captures {
  const [mine, theirs] = [own(plies, color, first), own(plies, otherColor(color), first)];
  const taken = (of: readonly Taking[]) => of.flatMap(({ captured }) => captured ?? []);
  return { taken: more(taken(mine), taken(theirs)), lead: gain(mine) - gain(theirs) };
}
