import { endText } from "../chess/reason";
import type { GameSnapshot } from "./useGame";

/** Tells a screen reader the last move and how the game stands. */
export function MoveAnnouncer({ game, plies, drawOffer }: GameSnapshot) {
  const last = plies.at(-1);
  const mover = plies.length % 2 === 1 ? "White" : "Black";
  const parts = [
    last && `${mover}: ${spoken(last.san)}.`,
    game.state === "ongoing" ? `${game.turn === "white" ? "White" : "Black"} to move.` : `${endText(game)}.`,
    drawOffer && game.state === "ongoing" && `${drawOffer === game.white ? "White" : "Black"} offers a draw.`,
  ];
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {parts.filter(Boolean).join(" ")}
    </p>
  );
}

const PIECES: Record<string, string> = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight" };

/** A move as it is said: "Nxf3+" is "knight takes f3, check". */
export function spoken(san: string): string {
  if (san.startsWith("O-O-O")) return `castles long${suffix(san)}`;
  if (san.startsWith("O-O")) return `castles short${suffix(san)}`;
  const text = san
    .replace(/[+#]$/, "")
    .replace(/=([QRBN])/, (_, piece: string) => ` becomes a ${PIECES[piece]}`)
    .replace("x", " takes ")
    .replace(/^[KQRBN]/, (piece) => `${PIECES[piece]} `);
  return text.replaceAll(/ +/g, " ") + suffix(san);
}

const suffix = (san: string): string => (san.endsWith("#") ? ", mate" : san.endsWith("+") ? ", check" : "");
