import type { Game, Snapshot } from "../chain/game";
import type { Ply } from "../chess/history";
import { endText, openEndText } from "../chess/reason";

/** Tells a screen reader the last move and how the game stands. */
export function MoveAnnouncer({
  game,
  plies,
  drawOffer,
}: Pick<Snapshot, "game" | "drawOffer"> & { plies: readonly Ply[] }) {
  const last = plies.at(-1);
  const mover = plies.length % 2 === 1 ? "White" : "Black";
  const parts = [
    last && `${mover}: ${spoken(last.san)}.`,
    standing(game),
    drawOffer && game.state === "ongoing" && `${drawOffer === "white" ? "White" : "Black"} offers a draw.`,
  ];
  return (
    <p className="visually-hidden" role="status" data-testid="announcer">
      {parts.filter(Boolean).join(" ")}
    </p>
  );
}

function standing(game: Game): string {
  if (game.state !== "ongoing") return `${endText(game)}.`;
  if (game.awaits === "longerGame") return `${openEndText(game)}. Not final yet.`;
  const mover = game.turn === "white" ? "White" : "Black";
  return game.awaits === "answer" ? `${mover} is asked to move.` : `${mover} to move.`;
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
