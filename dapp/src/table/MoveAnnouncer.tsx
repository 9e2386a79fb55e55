import { charToRole } from "chessops/util";
import type { Color, Game, Snapshot } from "../chain/game";
import type { Ply } from "../chess/history";
import { endText, openEndText } from "../chess/reason";
import { t } from "../i18n/i18n";

type Props = Pick<Snapshot, "game" | "drawOffer"> & { plies: readonly Ply[] };

/** Announces the last move and the state of the game to screen readers. */
export function MoveAnnouncer({ game, plies, drawOffer }: Props) {
  const last = plies.at(-1);
  const parts = [
    last && spokenMove(plies.length % 2 === 1 ? "white" : "black", last.san),
    standing(game),
    drawOffer &&
      game.state === "ongoing" &&
      (drawOffer === "white" ? t("White offers a draw.") : t("Black offers a draw.")),
  ];
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {parts.filter(Boolean).join(" ")}
    </p>
  );
}

function standing(game: Game): string {
  if (game.state !== "ongoing") return `${endText(game)}.`;
  if (game.awaits === "longerGame") return t("{end}. Not final yet.", { end: openEndText(game) });
  const isWhite = game.turn === "white";
  if (game.awaits === "answer") return isWhite ? t("White is asked to move.") : t("Black is asked to move.");
  return isWhite ? t("White to move.") : t("Black to move.");
}

const pieceOf = (letter: string): string => t(charToRole(letter) ?? "pawn");

/** A move in words: "Nxf3+" is "knight takes f3, check". */
export function spoken(san: string): string {
  const end = san.endsWith("#") ? t(", mate") : san.endsWith("+") ? t(", check") : "";
  if (san.startsWith("O-O-O")) return t("castles long") + end;
  if (san.startsWith("O-O")) return t("castles short") + end;
  const [, letter, from = "", how, to = "", promotion] =
    /^([KQRBN]?)([a-h]?[1-8]?)([x-]?)([a-h][1-8])(?:=([QRBN]))?/.exec(san) ?? [];
  const piece = [letter && pieceOf(letter), from].filter(Boolean).join(" ");
  const text =
    how === "x"
      ? t("{piece} takes {square}", { piece, square: to })
      : how === "-"
        ? t("{piece} to {square}", { piece, square: to })
        : [piece, to].filter(Boolean).join(" ");
  return (promotion ? t("{move} becomes a {piece}", { move: text, piece: pieceOf(promotion) }) : text) + end;
}

/** A move and its side, as a sentence. */
export const spokenMove = (color: Color, san: string): string =>
  color === "white" ? t("White: {move}.", { move: spoken(san) }) : t("Black: {move}.", { move: spoken(san) });
