//! The future result of a store's operation.

use std::pin::Pin;

use super::error::StoreError;

/// The future result of a store's operation.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;
