//! Why a game can't be had, and how the operator learns of it.

use crate::chain::ChainError;
use crate::metrics::Metrics;
use crate::store::StoreError;
use tracing::{error, warn};

/// Why a game can't be had.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Chain(#[from] ChainError),
}

impl LoadError {
    /// The word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            LoadError::Store(StoreError::Full) => "full",
            LoadError::Store(_) => "store",
            LoadError::Chain(ChainError::OtherContract) => "contract",
            LoadError::Chain(ChainError::OtherKeys) => "keys",
            LoadError::Chain(ChainError::Gateway(_) | ChainError::Silent) => "gateway",
        }
    }
}

/// Counts a failed load or write, and logs it if the operator has to know.
pub fn count_failure(metrics: &Metrics, error: &LoadError) {
    match error {
        // the query has counted and logged the gateway's silence
        LoadError::Store(StoreError::Full)
        | LoadError::Chain(
            ChainError::OtherContract | ChainError::OtherKeys | ChainError::Silent,
        ) => {
            metrics.messages_refused.inc();
        }
        LoadError::Store(_) => {
            metrics.store_failures.inc();
            error!(event = %"store-failed", error = ?error.to_string());
        }
        LoadError::Chain(ChainError::Gateway(_)) => {
            metrics.gateway_failures.inc();
            warn!(event = %"gateway-failed", error = ?error.to_string());
        }
    }
}
