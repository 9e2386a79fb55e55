import type { NetworkConfig } from "./gateway";

/** The fee of a call in EGLD's smallest unit: its data at the full price, execution at the reduced one. */
export function fee(config: NetworkConfig, executionGas: bigint, dataBytes: number): bigint {
  const moveGas = config.minGas + config.gasPerDataByte * BigInt(dataBytes);
  const modified = BigInt(Math.round(Number(config.gasPrice) * config.gasPriceModifier));
  return moveGas * config.gasPrice + executionGas * modified;
}

/** Of docs/gas.md, the production VM's: what the median call uses (the mean of both joins), and its data's bytes. */
const JOIN = { gas: 5_150_808n, bytes: 8 };
const MOVE = { gas: 4_305_049n, bytes: 17 };
/** A game of this many moves each is the example. */
const MOVES = 40n;

/** The cheapest call that a page makes by itself: a tournament's `claim`. */
const LEAST = { gas: 4_544_242n, bytes: 8 };

/** The median call of `play`. */
const PLAY = { gas: 9_283_764n, bytes: 280 };

/** A purse with less may be unable to defend a game: the page says so. */
export const playFee = (config: NetworkConfig): bigint => fee(config, PLAY.gas, PLAY.bytes);

/** With less a page tries nothing by itself. */
export const leastFee = (config: NetworkConfig): bigint => fee(config, LEAST.gas, LEAST.bytes);

/** The fees of one player for a game of 40 moves. */
export const gameFee = (config: NetworkConfig): bigint =>
  fee(config, JOIN.gas, JOIN.bytes) + MOVES * fee(config, MOVE.gas, MOVE.bytes);
