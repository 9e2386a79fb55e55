//! Keeping a search that goes on in another call.

/// What a stored byte costs that was not stored before.
const GAS_A_BYTE: u64 = 10_000;
/// What a byte costs on its way through the call: written, copied and returned.
const GAS_A_BYTE_COPIED: u64 = 1_400;

/// What it costs in gas to keep a state of a length where one of another length is stored; lengths in bytes.
pub fn gas_to_keep(state_len: usize, stored_len: usize) -> u64 {
    let grows = state_len.saturating_sub(stored_len) as u64;
    GAS_A_BYTE * grows + GAS_A_BYTE_COPIED * state_len as u64
}

/// What becomes of a state that is of another search.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// It is an earlier move's, and a new search begins.
    Forget,
    /// The caller gave it, and is told.
    Refuse,
}
