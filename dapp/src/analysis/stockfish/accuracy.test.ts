import { readFileSync } from "node:fs";
import { parseUci } from "chessops/util";
import { expect, test } from "vitest";
import type { FromTo } from "../../chess/san";
import { type Judgement, judgementOf, type Side, sides } from "./accuracy";

interface Game {
  moves: string;
  judged: { worth: number; best: string | null }[];
  sides: Pick<Side, "accuracy" | "averageLoss" | "firstChoices" | "moves">[];
}

/** The command line's computation reads the same file (interaction/src/insight/accuracy.rs). */
const file = new URL("../../../../interaction/src/insight/accuracy.json", import.meta.url);
const game = JSON.parse(readFileSync(file, "utf8")) as Game;

const moveOf = (text: string): FromTo => {
  const move = parseUci(text);
  if (!move || !("from" in move)) throw new Error(text);
  return move.promotion ? move : { from: move.from, to: move.to };
};
const judged = game.judged.map(
  ({ worth, best }): Judgement => ({ worth, best: best === null ? undefined : moveOf(best) }),
);

test("a whole game is judged as by the command line", () => {
  const found = sides(judged, game.moves.split(" ").map(moveOf));
  for (const [index, wanted] of game.sides.entries()) {
    expect(found[index]?.accuracy).toBeCloseTo(wanted.accuracy, 9);
    expect(found[index]?.averageLoss).toBeCloseTo(wanted.averageLoss, 9);
    expect(found[index]).toMatchObject({ firstChoices: wanted.firstChoices, moves: wanted.moves });
  }
});

test("a side without moves has no accuracy", () => {
  expect(sides(judged.slice(0, 1), [])).toEqual([undefined, undefined]);
  expect(sides(judged.slice(0, 2), [moveOf("e2e4")])[1]).toBeUndefined();
});

test("an evaluation is worth at most a mate", () => {
  const worth = (...told: Parameters<typeof judgementOf>) => judgementOf(...told).worth;
  expect(worth({ depth: 10, centipawns: -37 })).toBe(-37);
  expect(worth({ depth: 10, centipawns: 4_800 })).toBe(1_000);
  expect(worth({ depth: 10, mate: -3 })).toBe(-1_000);
  expect(worth({ depth: 0, mate: 0, winner: "white" })).toBe(1_000);
});

test("a move's cost makes it an inaccuracy, a mistake or a blunder by lichess's thresholds", () => {
  const [first, second] = ["e2e4", "e7e5"].map(moveOf) as [FromTo, FromTo];
  const word = (worth: number): Judgement => ({ worth, best: undefined });
  // White's chances from -1 to 1: 0.0991 and 0.1009 less, 0.1998 and 0.2016, 0.2998 and 0.3015
  const costs: [loss: number, kind: string | undefined][] = [
    [0, undefined],
    [54, undefined],
    [55, "inaccuracies"],
    [110, "inaccuracies"],
    [111, "mistakes"],
    [168, "mistakes"],
    [169, "blunders"],
    [1_000, "blunders"],
  ];
  for (const [loss, kind] of costs) {
    const wanted = { inaccuracies: 0, mistakes: 0, blunders: 0, ...(kind && { [kind]: 1 }) };
    expect(sides([word(0), word(-loss)], [first])[0], `White loses ${loss}`).toMatchObject(wanted);
    expect(sides([word(0), word(0), word(loss)], [first, second])[1], `Black loses ${loss}`).toMatchObject(wanted);
  }
  // so much less costs little where all is won
  expect(sides([word(900), word(731)], [first])[0]).toMatchObject({ inaccuracies: 0, mistakes: 0, blunders: 0 });
});
