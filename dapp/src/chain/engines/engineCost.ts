import DEPTHS from "../../../../contracts/minichess/depths.json";
import { t } from "../../i18n/i18n";
import { formatAmount } from "../format";
import { fee } from "../network/fees";
import { MAX_GAS, withMargin } from "../network/gas";
import type { NetworkConfig } from "../network/gateway";

const DATA_BYTES = 17;

/** The measurements of a move (docs/engine.md). */
interface Measured {
  medianGas: number;
  /** Of 100 moves in real games 99 take no more. */
  p99Gas: number;
  /** The moves in real games, of 1,000, that take more than a transaction. */
  severalCalls: number;
}

/** The measurements of the 6×6 engine at a depth; none for depths that weren't measured. */
export const measuredDepth = (depth: number): Measured | undefined =>
  DEPTHS.find((measured) => measured.depth === depth);

/** The price of a move and its number of transactions, in a player's words, to follow "costs you ". */
export function priceText(config: NetworkConfig, { medianGas, p99Gas, severalCalls }: Measured): string {
  const cost = (gas: number) => `${formatAmount(fee(config, BigInt(gas), DATA_BYTES), 18, 5)} EGLD`;
  const price = t("about {usual}, in 99 of 100 moves at most {most}", { usual: cost(medianGas), most: cost(p99Gas) });
  if (severalCalls > 500) return t("{price}, in several transactions; you can tell it to move at any time.", { price });
  if (severalCalls > 10)
    return t("{price}; {count} of 100 moves take a second transaction.", { price, count: severalCalls / 10 });
  return t("{price}, in one transaction.", { price });
}

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
