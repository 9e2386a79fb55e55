import { expect, test } from "vitest";
import type { Game, GameState } from "../../chain/game";
import { encodeMove } from "../../chess/canonical";
import { fenAfter, parseMove } from "../../chess/san";
import { START_FEN } from "../../chess/start";
import { concat } from "../../signedPlay/message";
import { isCounted, MoveBook } from "./MoveBook";

/** A game's moves in canonical binary, and the position that they lead to. */
function played(sans: string): { bytes: Uint8Array; fen: string } {
  let fen = START_FEN;
  const bytes = sans.split(" ").map((san) => {
    const move = parseMove(fen, san);
    if (!move) throw new Error(san);
    fen = fenAfter(fen, move);
    return encodeMove(move);
  });
  return { bytes: concat(...bytes), fen };
}

test("moves are counted by the position, with the results of their games", () => {
  const book = new MoveBook();
  book.add(played("e4 e5 Nf3").bytes, "whiteWon");
  book.add(played("e4 c5").bytes, "blackWon");
  book.add(played("d4").bytes, "drawn");
  // the same position as after 1.e4 e5 2.Nf3, by other moves
  book.add(played("Nf3 e5 e4 Nc6").bytes, "blackWon");
  // games without a result don't count
  book.add(played("h4").bytes, "ongoing");
  book.add(played("h4").bytes, "noResult");
  expect(book.games).toBe(4);
  const lines = (fen: string) =>
    book.movesFrom(fen).map(({ san, white, drawn, black }) => `${san} ${white} ${drawn} ${black}`);
  expect(lines(START_FEN)).toEqual(["e4 1 0 1", "d4 0 1 0", "Nf3 0 0 1"]);
  expect(lines(played("e4 e5 Nf3").fen)).toEqual(["Nc6 0 0 1"]);
  expect(lines(played("a4").fen)).toEqual([]);
});

test("a match doesn't count: its result isn't that of the moves on the chain", () => {
  const game = { state: "whiteWon" as GameState, plies: 30 } as Game;
  expect(isCounted(game)).toBe(true);
  expect(isCounted({ ...game, match: {} as NonNullable<Game["match"]> })).toBe(false);
  expect(isCounted({ ...game, plies: 0 })).toBe(false);
  for (const state of ["open", "ongoing", "noResult"] as const) expect(isCounted({ ...game, state })).toBe(false);
});
