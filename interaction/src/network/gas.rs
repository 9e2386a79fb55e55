//! Gas limits from a gateway's estimate.

use super::PreparedTransaction;

/// The return codes that stand before the contract's own words in an estimate's message.
const RETURN_CODES: [&str; 3] = ["user error: ", "function not found: ", "execution failed: "];

/// The gas limit for a transaction that needs `needed` gas now: half as much again for the
/// execution, since the state may change before the transaction is carried out. The network
/// forfeits whatever a limit of more than twice the need leaves over.
pub(super) fn with_margin(prepared: &PreparedTransaction, needed: u64) -> u64 {
    let move_gas = prepared.move_gas();
    let execution = needed.saturating_sub(move_gas);
    move_gas + execution + execution / 2
}

/// The contract's words in an estimate's message, if the call would be refused.
pub(super) fn refusal(message: &str) -> Option<&str> {
    let mut codes = RETURN_CODES.iter();
    codes.find_map(|code| message.strip_prefix(code))
}
