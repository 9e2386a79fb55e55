//! Storing a running search for another call.

/// Gas for a stored byte that is new.
const GAS_A_BYTE: u64 = 10_000;
/// Gas for a byte that the call writes, copies and returns.
const GAS_A_BYTE_COPIED: u64 = 1_400;

/// Gas for storing a state in place of another; both lengths are in bytes.
pub fn gas_to_keep(state_len: usize, stored_len: usize) -> u64 {
    let grows = state_len.saturating_sub(stored_len) as u64;
    GAS_A_BYTE * grows + GAS_A_BYTE_COPIED * state_len as u64
}

/// The treatment of a state that belongs to another search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// The state is an earlier move's, and a new search begins.
    Forget,
    /// The caller gave the state and gets an error.
    Refuse,
}
