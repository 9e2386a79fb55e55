//! Gas and fees by mainnet's formula.
//!
//! A transaction's own gas, for carrying it and its data, is paid at the full gas price; what its
//! execution takes costs a hundredth of that.

/// Gas of a transaction without data.
pub const MIN_GAS_LIMIT: u64 = 50_000;
/// Gas of a byte of data.
pub const GAS_PER_DATA_BYTE: u64 = 1_500;
/// Execution gas is this many times cheaper than a transaction's own.
pub const EXECUTION_DISCOUNT: u64 = 100;
/// A limit of more than this many times the execution gas used forfeits the rest.
pub const GAS_TOLERANCE: u64 = 2;

/// The gas of a transaction itself, which carries `data_len` bytes, before anything is executed.
pub fn move_gas(data_len: usize) -> u64 {
    MIN_GAS_LIMIT + GAS_PER_DATA_BYTE * data_len as u64
}

/// The fee for `gas` units in all, of which `move_gas` are the transaction's own, in 10⁻¹⁸ EGLD.
///
/// ```
/// use network_transaction::fee::{fee, move_gas};
/// // A transfer without data costs 0.00005 EGLD.
/// assert_eq!(fee(50_000, move_gas(0), 1_000_000_000), 50_000_000_000_000);
/// ```
pub fn fee(gas: u64, move_gas: u64, gas_price: u64) -> u128 {
    let execution = gas.saturating_sub(move_gas);
    u128::from(move_gas.min(gas)) * u128::from(gas_price) + execution_fee(execution, gas_price)
}

/// The fee for execution gas alone.
pub fn execution_fee(gas: u64, gas_price: u64) -> u128 {
    u128::from(gas) * u128::from(gas_price / EXECUTION_DISCOUNT)
}

/// The gas limit for a transaction that needs `needed` gas now: half as much again for the
/// execution, since the state may change before it is carried out, and well below what
/// [`GAS_TOLERANCE`] forfeits.
///
/// ```
/// use network_transaction::fee::with_margin;
/// assert_eq!(with_margin(80_000, 4_080_000), 6_080_000);
/// ```
pub fn with_margin(move_gas: u64, needed: u64) -> u64 {
    let execution = needed.saturating_sub(move_gas);
    move_gas + execution + execution / 2
}
