//! What a transaction pays: mainnet's fee formula.

use num_bigint::BigUint;

/// The most gas that a transaction may ask for.
pub const MAX_GAS_LIMIT: u64 = 600_000_000;
/// The most gas that a view may use.
pub const MAX_QUERY_GAS: u64 = 1_500_000_000;
/// Gas of a transaction without data.
pub const MIN_GAS_LIMIT: u64 = 50_000;
/// Gas of a transaction on top, if another account pays its fee.
pub const RELAYED_GAS: u64 = 50_000;
/// Gas of a byte of data.
pub const GAS_PER_DATA_BYTE: u64 = 1_500;
/// The lowest gas price, in 10⁻¹⁸ EGLD.
pub const MIN_GAS_PRICE: u64 = 1_000_000_000;
/// Execution gas is this many times cheaper than a transaction's own.
pub const EXECUTION_DISCOUNT: u64 = 100;
/// Asking for more than this many times the execution gas that is used forfeits the rest.
pub const GAS_TOLERANCE: u64 = 2;
/// The percentage of the execution fee that goes to a called contract's owner.
pub const DEVELOPER_PERCENT: u64 = 30;

/// The gas of the transaction itself, before anything is executed.
pub fn move_gas(data: &[u8]) -> u64 {
    MIN_GAS_LIMIT + GAS_PER_DATA_BYTE * data.len() as u64
}

/// The same, with what a transaction costs on top whose fee another account pays.
pub fn least_gas(data: &[u8], relayed: bool) -> u64 {
    move_gas(data) + if relayed { RELAYED_GAS } else { 0 }
}

/// The fee for `gas` units in all, of which `move_gas` are the transaction's own.
///
/// ```
/// use localnet::fee::{fee, move_gas, MIN_GAS_PRICE};
/// // A transfer without data costs 0.00005 EGLD.
/// assert_eq!(fee(50_000, move_gas(b""), MIN_GAS_PRICE), 50_000_000_000_000u64.into());
/// ```
pub fn fee(gas: u64, move_gas: u64, gas_price: u64) -> BigUint {
    let execution = gas.saturating_sub(move_gas);
    BigUint::from(move_gas.min(gas)) * gas_price + execution_fee(execution, gas_price)
}

/// The fee for execution gas alone.
pub fn execution_fee(gas: u64, gas_price: u64) -> BigUint {
    BigUint::from(gas) * (gas_price / EXECUTION_DISCOUNT)
}
