import { Chess } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { parsePgn, startingPosition } from "chessops/pgn";
import { makeSanAndPlay, parseSan } from "chessops/san";
import { asKingSteps, type FromTo } from "../../chess/san";
import { t } from "../../i18n/i18n";

/** A game to look at, from any legal position. */
export interface FreeGame {
  start: string;
  /** "Kasparov – Topalov", if the PGN names them. */
  title: string;
  plies: { move: FromTo; san: string; fen: string }[];
}

/**
 * The game of a FEN or of a PGN's first game.
 * @throws Error that says what is wrong with the text, translated
 */
export function readGame(text: string): FreeGame {
  const setup = parseFen(text.trim());
  if (setup.isOk) {
    const position = Chess.fromSetup(setup.value);
    if (position.isErr) throw new Error(t("No game can have this position."));
    return { start: makeFen(position.value.toSetup()), title: "", plies: [] };
  }
  const [game] = parsePgn(text);
  const position = game && startingPosition(game.headers);
  const moves = [...(game?.moves.mainline() ?? [])];
  if (!game || !position?.isOk || (moves.length === 0 && !text.includes("[")))
    throw new Error(t("This is neither a FEN nor a PGN."));
  const now = position.value;
  const start = makeFen(now.toSetup());
  const plies = moves.map(({ san }) => {
    const move = parseSan(now, san);
    if (!move || !("from" in move)) throw new Error(t("{move} isn't legal here.", { move: san }));
    const steps = asKingSteps(makeFen(now.toSetup()), move);
    return { move: steps, san: makeSanAndPlay(now, move), fen: makeFen(now.toSetup()) };
  });
  const players = ["White", "Black"].map((tag) => game.headers.get(tag) ?? "?");
  return { start, title: players.every((name) => name === "?") ? "" : players.join(" – "), plies };
}
