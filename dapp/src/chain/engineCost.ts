import { fee } from "./fees";
import { MAX_GAS, withMargin } from "./gas";
import type { NetworkConfig } from "./gateway";

const DATA_BYTES = 17;

/**
 * Gas of one engine move, median and worst of the 25 positions measured in docs/minichess.md, for the
 * depths from 3 on.
 */
const MEASURED: readonly [median: bigint, worst: bigint][] = [
  [10_300_000n, 17_100_000n],
  [14_600_000n, 30_800_000n],
  [22_400_000n, 83_800_000n],
  [32_600_000n, 102_900_000n],
  [51_100_000n, 161_000_000n],
  [71_800_000n, 262_500_000n],
  [104_600_000n, 438_500_000n],
  [183_700_000n, 616_200_000n],
  [257_200_000n, 1_451_600_000n],
  [466_300_000n, 2_066_100_000n],
];

/** What a move of the 6×6 engine costs at a depth: median and worst measured, none for depths that weren't. */
export function measuredFee(config: NetworkConfig, depth: number): { median: bigint; worst: bigint } | undefined {
  const measured = MEASURED[depth - 3];
  return measured && { median: moveFee(config, measured[0]), worst: moveFee(config, measured[1]) };
}

/** The whole fee of a move that takes so much gas. */
export const moveFee = (config: NetworkConfig, gas: bigint): bigint => fee(config, gas, DATA_BYTES);

/** The whole fee of a call that uses so much gas by the gateway's estimate, its data and all. */
export const estimatedFee = (config: NetworkConfig, gas: bigint): bigint => {
  const moveGas = config.minGas + config.gasPerDataByte * BigInt(DATA_BYTES);
  return fee(config, gas > moveGas ? gas - moveGas : 0n, DATA_BYTES);
};

/**
 * The gas to give to a call in which the engine thinks: with the reserve at which it would stop, which grows
 * with the search. Twice the need would forfeit the rest.
 */
export function gasToThink(used: bigint, reserve: bigint): bigint {
  const least = withMargin(used) + reserve;
  const most = (used * 19n) / 10n;
  const wanted = most > least ? most : least;
  return wanted < MAX_GAS ? wanted : MAX_GAS;
}
