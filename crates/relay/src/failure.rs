//! Why the watch or the settlement can't continue now.

use crate::chain::GatewayError;
use crate::room::LoadError;
use crate::store::StoreError;

/// Why something can't be done now.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("the gateway: {0}")]
    Gateway(#[from] GatewayError),
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the gateway's answer: {0}")]
    Answer(&'static str),
}
