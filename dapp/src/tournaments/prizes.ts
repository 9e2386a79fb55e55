import type { Standings } from "./contract";

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);

/**
 * The prizes by place, with their winners once they are known. Players with equal points share their prizes; the remainder
 * of that division is too small to show.
 */
export function prizesOf({ tournament: { pot, terms, phase }, entrants }: Standings) {
  // the shares of places without a player go to the others
  const shares = phase === "Entering" ? terms.prizes : terms.prizes.slice(0, entrants.length);
  const each = (from: number, to: number): bigint =>
    (pot.amount * BigInt(sum(shares.slice(from, to)))) / BigInt(sum(shares) * (to - from));
  if (phase !== "Ended")
    return shares.map((_, index) => ({ place: index + 1, amount: each(index, index + 1), player: undefined }));
  return entrants
    .map(({ player, points }) => {
      const better = entrants.filter((other) => other.points > points).length;
      const equal = entrants.filter((other) => other.points === points).length;
      return { place: better + 1, amount: each(better, better + equal), player };
    })
    .filter(({ amount }) => amount > 0n)
    .toSorted((one, other) => one.place - other.place);
}
