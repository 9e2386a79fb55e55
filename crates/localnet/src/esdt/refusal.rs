//! Why a call of the system contract fails.

use multiversx_chain_core::types::ReturnCode;

/// Why a call of the system contract failed, in the network's words if it has some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub code: ReturnCode,
    pub message: String,
}

impl<T: Into<String>> From<T> for Refusal {
    fn from(message: T) -> Self {
        Self {
            code: ReturnCode::UserError,
            message: message.into(),
        }
    }
}

pub(super) fn wrong_signature(message: &str) -> Refusal {
    Refusal {
        code: ReturnCode::FunctionWrongSignature,
        message: message.to_string(),
    }
}

pub(super) fn out_of_funds(message: &str) -> Refusal {
    Refusal {
        code: ReturnCode::OutOfFunds,
        message: message.to_string(),
    }
}
