//! The fee of a transaction, by mainnet's formula and limits.

use network_transaction::fee;
pub use network_transaction::fee::{GAS_PER_DATA_BYTE, GAS_TOLERANCE, MIN_GAS_LIMIT, move_gas};
use num_bigint::BigUint;

/// The most gas that a transaction may ask for.
pub const MAX_GAS_LIMIT: u64 = 600_000_000;
/// The most gas that a view may use.
pub const MAX_QUERY_GAS: u64 = 1_500_000_000;
/// Gas of a transaction on top, if another account pays its fee.
pub const RELAYED_GAS: u64 = 50_000;
/// The lowest gas price, in 10⁻¹⁸ EGLD.
pub const MIN_GAS_PRICE: u64 = 1_000_000_000;
/// The percentage of the execution fee that goes to a called contract's owner.
pub const DEVELOPER_PERCENT: u64 = 30;

/// The gas of the transaction itself, with the extra cost if another account pays the fee.
pub fn least_gas(data: &[u8], relayed: bool) -> u64 {
    move_gas(data.len()) + if relayed { RELAYED_GAS } else { 0 }
}

/// The fee for `gas` units in all, of which `move_gas` are for the transaction itself.
pub fn fee(gas: u64, move_gas: u64, gas_price: u64) -> BigUint {
    fee::fee(gas, move_gas, gas_price).into()
}

/// The fee for execution gas alone.
pub fn execution_fee(gas: u64, gas_price: u64) -> BigUint {
    fee::execution_fee(gas, gas_price).into()
}
