import type { FromTo } from "../../chess/san";
import { turnOf } from "../../chess/start";
import { type Evaluation, winningChance } from "./uci";

/** The value that counts as much as a mate, in hundredths of a pawn. */
const MOST = 1_000;
/** The number of positions in a window of a game's volatility: a tenth of the game's, within these limits. */
const WINDOW = { least: 2, most: 8 };
/** A move's weight is the volatility of the game around it, within these limits. */
const WEIGHT = { least: 0.5, most: 12 };

/**
 * How much of White's or Black's chances, in percent, a move must cost to be called so, the worst first: lichess's
 * thresholds (modules/tree/src/main/Advice.scala in lichess-org/lila), which are 0.3, 0.2 and 0.1 on a scale from -1 to
 * 1. A mate counts as a thousand hundredths of a pawn here, too.
 */
const ERRORS = [
  ["blunders", 15],
  ["mistakes", 10],
  ["inaccuracies", 5],
] as const;

type ErrorKind = (typeof ERRORS)[number][0];

/** The judgement on a position: its worth to White in hundredths of a pawn, and the best move. */
export interface Judgement {
  worth: number;
  best: FromTo | undefined;
}

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;

/** The judgement that follows from an engine's evaluation of a position, as `chess fair-play` computes it. */
export const judgementOf = ({ centipawns = 0, mate, winner, best }: Evaluation): Judgement => ({
  worth: winner
    ? winner === "white"
      ? MOST
      : -MOST
    : mate !== undefined
      ? Math.sign(mate) * MOST
      : within(centipawns, -MOST, MOST),
  best,
});

/** The chance to win with this advantage, in percent. */
const winPercent = (worth: number): number => 100 * winningChance({ centipawns: within(worth, -MOST, MOST) });

/** The kind of error of a move that cost the mover this much of their chances, in percent; undefined for a small cost. */
const errorOf = (cost: number): ErrorKind | undefined => ERRORS.find(([, least]) => cost >= least)?.[0];

/** A move's accuracy by the mover's chances before and after it. */
const ofMove = (before: number, after: number): number =>
  within(103.1668 * Math.exp(-0.04354 * (before - after)) - 3.1669, 0, 100);

/**
 * A summary of White's and Black's moves by lichess's published formulas (https://lichess.org/page/accuracy); undefined for a
 * side that hasn't moved. `judged` has one position more than moves.
 */
export function sides(judged: readonly Judgement[], moves: readonly FromTo[]) {
  const wins = judged.map(({ worth }) => winPercent(worth));
  const weights = weightsOf(wins);
  return [0, 1].map((side) => {
    const sign = side === 0 ? 1 : -1;
    const plies = moves.flatMap((played, ply) => {
      const [before, after] = [judged[ply], judged[ply + 1]];
      if (ply % 2 !== side || !before || !after) return [];
      const [winBefore, winAfter] = [before, after].map(({ worth }) => winPercent(sign * worth)) as [number, number];
      return [
        {
          accuracy: ofMove(winBefore, winAfter),
          weight: weights[ply] ?? 0,
          error: errorOf(winBefore - winAfter),
          loss: Math.max(0, sign * (before.worth - after.worth)),
          isFirst: isSame(before.best, played),
        },
      ];
    });
    if (plies.length === 0) return undefined;
    const weighted = sum(plies.map(({ accuracy, weight }) => accuracy * weight)) / sum(plies.map((ply) => ply.weight));
    const harmonic = plies.length / sum(plies.map(({ accuracy }) => 1 / Math.max(1, accuracy)));
    const count = (kind: ErrorKind) => plies.filter(({ error }) => error === kind).length;
    return {
      blunders: count("blunders"),
      mistakes: count("mistakes"),
      inaccuracies: count("inaccuracies"),
      /** From 0 to 100. */
      accuracy: (weighted + harmonic) / 2,
      /** The average loss of a move, in hundredths of a pawn. */
      averageLoss: mean(plies.map(({ loss }) => loss)),
      /** The number of moves that were the engine's first choice. */
      firstChoices: plies.filter(({ isFirst }) => isFirst).length,
      /** The number of moves, at least one. */
      moves: plies.length,
    };
  });
}

/** A summary of a side's moves. */
export type Side = NonNullable<ReturnType<typeof sides>[number]>;

/** The signs by which moves are annotated. */
export const SIGNS: Record<ErrorKind, string> = { inaccuracies: "?!", mistakes: "?", blunders: "??" };

/**
 * The sign of each ply that lost much, if both positions around it are evaluated.
 * @param evaluations by the number of plies played
 */
export function signsOf(
  evaluations: Readonly<Record<number, Evaluation>>,
  plies: number,
  start: string,
): (string | undefined)[] {
  const first = turnOf(start) === "black" ? -1 : 1;
  return Array.from({ length: plies }, (_, ply) => {
    const [before, after] = [evaluations[ply], evaluations[ply + 1]];
    if (!before || !after) return undefined;
    const sign = ply % 2 === 0 ? first : -first;
    const [winBefore = 0, winAfter = 0] = [before, after].map((one) => winPercent(sign * judgementOf(one).worth));
    const error = errorOf(winBefore - winAfter);
    return error && SIGNS[error];
  });
}

const isSame = (one: FromTo | undefined, other: FromTo): boolean =>
  one?.from === other.from && one.to === other.to && one.promotion === other.promotion;

/** How much White's chances vary in the window that ends with each move; the first moves share the first window. */
function weightsOf(wins: readonly number[]): number[] {
  const moves = Math.max(0, wins.length - 1);
  const size = within(Math.floor(moves / 10), WINDOW.least, WINDOW.most);
  return Array.from({ length: moves }, (_, ply) => {
    const first = Math.max(0, ply + 2 - size);
    const window = wins.slice(first, first + size);
    const middle = mean(window);
    return within(Math.sqrt(mean(window.map((win) => (win - middle) ** 2))), WEIGHT.least, WEIGHT.most);
  });
}
