import type { Role } from "chessops";
import { type Color, otherColor } from "../chain/game";
import type { Ply } from "./history";

/** What pieces are worth, in pawns. */
export const VALUES: Record<Role, number> = { queen: 9, rook: 5, bishop: 3, knight: 3, pawn: 1, king: 0 };

/** What a player has captured. */
export interface Captures {
  taken: Role[];
  /** How far ahead in material they are, in pawns. */
  lead: number;
}

type Taking = Pick<Ply, "move" | "captured">;

/** Every other ply is of one color. */
const own = (plies: readonly Taking[], color: Color, first: Color): Taking[] =>
  plies.filter((_, ply) => (ply % 2 === 0) === (color === first));

/** What a color has won by its moves: captured pieces, and what promoted pawns have become more. */
const gain = (plies: readonly Taking[]): number =>
  plies.reduce(
    (sum, { captured, move: { promotion } }) =>
      sum + (captured ? VALUES[captured] : 0) + (promotion ? VALUES[promotion] - VALUES.pawn : 0),
    0,
  );

/**
 * What a player has captured in some plies.
 * @param first whose the first ply is
 */
export function capturesBy(plies: readonly Taking[], color: Color, first: Color = "white"): Captures {
  const mine = own(plies, color, first);
  return {
    taken: mine.flatMap(({ captured }) => captured ?? []),
    lead: gain(mine) - gain(own(plies, otherColor(color), first)),
  };
}
