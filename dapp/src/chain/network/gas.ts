/** The most gas that a transaction may use on mainnet. */
export const MAX_GAS = 600_000_000n;

/** The gas to give to a call that was tried and used `used`: more than twice of it would be forfeited. */
export const withMargin = (used: bigint): bigint => used + used / 5n;
