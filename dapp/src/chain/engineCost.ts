import { fee } from "./fees";
import { MAX_GAS, withMargin } from "./gas";
import type { NetworkConfig } from "./gateway";

const DATA_BYTES = 17;

/** The engine stops searching when less than this is left. */
const RESERVE = 9_000_000n;

/**
 * Gas of one engine move, median and worst of the 25 positions measured in docs/minichess.md, for the
 * depths from 3 on.
 */
const MEASURED: readonly [median: bigint, worst: bigint][] = [
  [7_900_000n, 17_000_000n],
  [19_300_000n, 56_900_000n],
  [53_800_000n, 325_700_000n],
  [208_700_000n, 523_500_000n],
  [578_300_000n, 3_032_300_000n],
  [2_139_800_000n, 10_599_400_000n],
];

/** What a move at a depth costs: the median and the worst measured, none for depths that weren't. */
export function measuredFee(config: NetworkConfig, depth: number): { median: bigint; worst: bigint } | undefined {
  const measured = MEASURED[depth - 3];
  return measured && { median: fee(config, measured[0], DATA_BYTES), worst: fee(config, measured[1], DATA_BYTES) };
}

/** The whole fee of a call that uses so much gas by the gateway's estimate, its data and all. */
export const estimatedFee = (config: NetworkConfig, gas: bigint): bigint => {
  const moveGas = config.minGas + config.gasPerDataByte * BigInt(DATA_BYTES);
  return fee(config, gas > moveGas ? gas - moveGas : 0n, DATA_BYTES);
};

/** The same for a call in which the engine thinks: with the reserve at which it would stop. */
export function gasToThink(used: bigint): bigint {
  const wanted = withMargin(used) + RESERVE;
  return wanted < MAX_GAS ? wanted : MAX_GAS;
}
