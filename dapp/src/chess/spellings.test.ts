import { readFileSync } from "node:fs";
import { makeUci } from "chessops/util";
import { expect, test } from "vitest";
import { fenAfter, moveOrNames, parseMove, readMoves } from "./san";
import { START_FEN } from "./start";

const LIST = readFileSync(new URL("../../../interaction/src/pgn/spellings.tsv", import.meta.url), "utf8");
const ROWS = LIST.trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));

test("the field reads every spelling of the list that PGN files and the command line read", () => {
  expect(ROWS.length).toBeGreaterThan(90);
  for (const [before = "", text = "", meant = ""] of ROWS) {
    const words = before.split(" ").filter((word) => word !== "" && !word.endsWith("."));
    const fen = words.reduce((at, word) => {
      const move = parseMove(at, word);
      return move ? fenAfter(at, move) : at;
    }, START_FEN);
    if (meant.startsWith("ambiguous: ")) {
      const names = moveOrNames(fen, text);
      expect(names, text).toHaveProperty("length");
      for (const name of meant.slice(11).split(" or ")) expect(names, text).toContain(name);
    } else {
      const isMove = /^[a-h][1-8]/.test(meant);
      expect([before, text, readMoves(fen, text).map(makeUci)]).toEqual([before, text, isMove ? [meant] : []]);
    }
  }
});
