//! The refusals of steps.

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

pub(crate) fn refuse<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal {
        status: USER_ERROR,
        message: message.into(),
    })
}

pub(crate) fn fail<T>(message: &str) -> Result<T, Refusal> {
    Err(Refusal {
        status: EXECUTION_FAILED,
        message: message.into(),
    })
}

pub(crate) fn require(holds: bool, message: &str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(message) }
}

/// The model's refusal, as the network shows it.
pub(crate) fn of_model(refusal: crate::chain::Refusal) -> Refusal {
    let status = match refusal {
        // the machine checks signatures
        crate::chain::Refusal::BadSignature => EXECUTION_FAILED,
        _ => USER_ERROR,
    };
    Refusal {
        status,
        message: refusal.words().into(),
    }
}
