//! The lease that several relays share: a key in a bucket, which is gone when nobody renews it.

use std::time::{Duration, Instant};

use async_nats::jetstream::kv::{CreateErrorKind, Store as Bucket, UpdateErrorKind};

use super::{NatsStore, failed};
use crate::store::{Lease, Pending, StoreError};

/// How long the lease lasts.
const LASTS: Duration = Duration::from_secs(10);

/// How long before its end it is renewed, and how often it is tried to get it.
const RENEWED: Duration = Duration::from_secs(7);
const TRIED: Duration = Duration::from_secs(1);

const KEY: &str = "settles";

/// The lease of several relays.
pub struct SharedLease {
    bucket: Bucket,
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
    fn hold(&mut self) -> Pending<'_, bool> {
        Box::pin(async move {
            if self.left() > RENEWED {
                return Ok(true);
            }
            let start = Instant::now();
            let renewed = match &self.held {
                Some(held) => {
                    let renewed = self.bucket.update(KEY, "".into(), held.revision).await;
                    match renewed {
                        Ok(revision) => Some(revision),
                        Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => None,
                        Err(error) => return Err(failed(error)),
                    }
                }
                None if self.tried.is_some_and(|at| at.elapsed() < TRIED) => return Ok(false),
                None => {
                    self.tried = Some(start);
                    match self.bucket.create(KEY, "".into()).await {
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
        })
    }

    fn is_held(&self) -> bool {
        self.left() > Duration::ZERO
    }

    fn give_back(&mut self) -> Pending<'_, ()> {
        Box::pin(async {
            if let Some(held) = self.held.take() {
                // else it ends by itself
                let gone = self.bucket.delete_expect_revision(KEY, Some(held.revision));
                let _ = gone.await;
            }
            Ok(())
        })
    }
}
