//! What a store has done once it is there.

use std::pin::Pin;

use super::error::StoreError;

/// What a store has done once it is there.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;
