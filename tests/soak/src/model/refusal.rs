//! What a step is refused with.

/// An outcome that isn't success: the status's number on the network, and the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub status: u64,
    pub message: String,
}

/// The contract's own refusal.
const USER_ERROR: u64 = 4;
/// The machine's.
const EXECUTION_FAILED: u64 = 10;

pub(super) fn refuse<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal {
        status: USER_ERROR,
        message: message.into(),
    })
}

pub(super) fn fail<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal {
        status: EXECUTION_FAILED,
        message: message.into(),
    })
}

pub(super) fn require(holds: bool, message: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(message) }
}
