import type { Piece, Role } from "chessops";
import type { Color } from "../chain/game";
import { type Message, msg, t } from "../i18n/i18n";

const PIECES: Record<Color, Record<Role, Message>> = {
  white: {
    pawn: msg("white pawn"),
    knight: msg("white knight"),
    bishop: msg("white bishop"),
    rook: msg("white rook"),
    queen: msg("white queen"),
    king: msg("white king"),
  },
  black: {
    pawn: msg("black pawn"),
    knight: msg("black knight"),
    bishop: msg("black bishop"),
    rook: msg("black rook"),
    queen: msg("black queen"),
    king: msg("black king"),
  },
};

/** The name of a color, and so of its player. */
export const colorName = (color: Color): string => (color === "white" ? t("White") : t("Black"));

/** The content of a square, for a screen reader. */
export function squareText(piece: Piece | undefined, isSelected: boolean, isTarget: boolean): string {
  const name = piece ? t(PIECES[piece.color][piece.role]) : t("empty");
  return name + (isSelected ? t(", selected") : isTarget ? t(", can go here") : "");
}
