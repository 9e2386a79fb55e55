//! The lease that several relays share: a key in a bucket, which is gone when nobody renews it.

use std::time::{Duration, Instant};

use async_nats::jetstream::kv::{CreateErrorKind, Store as Bucket, UpdateErrorKind};
use tokio::runtime::Handle;

use super::{NatsStore, failed};
use crate::store::{Lease, StoreError};

/// How long the lease lasts.
const LASTS: Duration = Duration::from_secs(10);

/// How long before its end it is renewed, and how often a relay tries to get it.
const RENEWED: Duration = Duration::from_secs(7);
const TRIED: Duration = Duration::from_secs(1);

const KEY: &str = "settles";

/// The lease of several relays.
pub struct SharedLease {
    bucket: Bucket,
    runtime: Handle,
    held: Option<Held>,
    tried: Option<Instant>,
}

/// A lease that this relay holds.
struct Held {
    revision: u64,
    /// The server's lease lasts longer: it begins when the server gets the request.
    until: Instant,
}

impl SharedLease {
    /// Opens the bucket, or makes it.
    pub async fn open(store: &NatsStore) -> Result<Self, StoreError> {
        Ok(SharedLease {
            bucket: store.bucket("lease", LASTS).await?,
            runtime: Handle::current(),
            held: None,
            tried: None,
        })
    }

    fn left(&self) -> Duration {
        let until = self.held.as_ref().map(|held| held.until);
        until.map_or(Duration::ZERO, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }
}

impl Lease for SharedLease {
    fn hold(&mut self) -> Result<bool, StoreError> {
        if self.left() > RENEWED {
            return Ok(true);
        }
        let start = Instant::now();
        let renewed = match &self.held {
            Some(held) => {
                let renewed = self.bucket.update(KEY, "".into(), held.revision);
                match self.runtime.block_on(renewed) {
                    Ok(revision) => Some(revision),
                    Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => None,
                    Err(error) => return Err(failed(error)),
                }
            }
            None if self.tried.is_some_and(|at| at.elapsed() < TRIED) => return Ok(false),
            None => {
                self.tried = Some(start);
                match self.runtime.block_on(self.bucket.create(KEY, "".into())) {
                    Ok(revision) => Some(revision),
                    Err(error) if error.kind() == CreateErrorKind::AlreadyExists => None,
                    Err(error) => return Err(failed(error)),
                }
            }
        };
        self.held = renewed.map(|revision| Held {
            revision,
            until: start + LASTS,
        });
        Ok(self.held.is_some())
    }

    fn is_held(&self) -> bool {
        self.left() > Duration::ZERO
    }

    fn give_back(&mut self) {
        if let Some(held) = self.held.take() {
            let gone = self.bucket.delete_expect_revision(KEY, Some(held.revision));
            // else it expires
            let _ = self.runtime.block_on(gone);
        }
    }
}
