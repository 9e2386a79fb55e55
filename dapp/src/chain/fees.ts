import type { NetworkConfig } from "./gateway";

/** The fee of a call in EGLD's smallest unit: its data at the full price, execution at the reduced one. */
export function fee(config: NetworkConfig, executionGas: bigint, dataBytes: number): bigint {
  const moveGas = config.minGas + config.gasPerDataByte * BigInt(dataBytes);
  const modified = BigInt(Math.round(Number(config.gasPrice) * config.gasPriceModifier));
  return moveGas * config.gasPrice + executionGas * modified;
}
