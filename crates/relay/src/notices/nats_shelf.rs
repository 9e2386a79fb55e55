//! Subscriptions in a bucket that several relays share. Each relay has all of them in memory, and
//! hears of every change.

use std::time::Duration;

use async_nats::jetstream::kv::{
    CreateErrorKind, Entry, Operation, Store as Bucket, UpdateErrorKind, Watch,
};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::notice::Notice;
use super::subscriber::{Subscriber, Told};
use super::subscription::{SubscriberId, Subscription, player_of};
use crate::nats_store::{NatsStore, failed};
use crate::protocol::Hex;
use crate::store_error::StoreError;

/// A subscription is known for that long after it was last told anything.
const KNOWN: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// Where the relays' key for push services is.
const KEY: &str = "vapid";

/// A subscription as it is kept.
#[derive(Serialize, Deserialize)]
struct Stored {
    endpoint: String,
    p256dh: Hex,
    auth: Hex,
    turn: u32,
    ask: u32,
    begun: bool,
    /// The relay that has told it last, by the number that it has until it ends.
    by: u64,
}

/// What has changed in the bucket.
pub enum Change {
    Put(Subscriber),
    Gone(SubscriberId),
}

/// The bucket.
pub struct NatsShelf {
    bucket: Bucket,
    runtime: Handle,
    own: u64,
}

impl Stored {
    fn new(one: &Subscriber, by: u64) -> Self {
        let Told { turn, ask, begun } = one.told;
        Stored {
            endpoint: one.subscription.endpoint.clone(),
            p256dh: Hex(one.subscription.p256dh.to_vec()),
            auth: Hex(one.subscription.auth.to_vec()),
            turn,
            ask,
            begun,
            by,
        }
    }

    fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        serde_json::from_slice(bytes)
            .map_err(|error| StoreError::Damaged(format!("a subscription: {error}")))
    }

    fn told(&self) -> Told {
        Told {
            turn: self.turn,
            ask: self.ask,
            begun: self.begun,
        }
    }

    fn json(&self) -> Vec<u8> {
        // numbers and texts: nothing that could fail
        serde_json::to_vec(self).unwrap_or_default()
    }
}

fn id_of(key: &str) -> Option<SubscriberId> {
    hex::decode(key).ok()?.try_into().ok()
}

/// What an entry of the bucket says; `None` for what is no subscription.
fn read(entry: &Entry) -> Option<Change> {
    let id = id_of(&entry.key)?;
    if entry.operation != Operation::Put {
        return Some(Change::Gone(id));
    }
    let stored = Stored::read(&entry.value).ok()?;
    let told = stored.told();
    Some(Change::Put(Subscriber {
        id,
        player: player_of(&id),
        subscription: Subscription {
            endpoint: stored.endpoint,
            p256dh: stored.p256dh.0.try_into().ok()?,
            auth: stored.auth.0.try_into().ok()?,
        },
        told,
    }))
}

/// All subscriptions, and then each change.
pub struct Changes(Watch);

impl Changes {
    /// The next change, and whether it is new rather than of before. `None` for what is no
    /// subscription.
    ///
    /// # Errors
    /// The server doesn't answer.
    pub async fn next(&mut self) -> Result<(Option<Change>, bool), StoreError> {
        let entry = self.0.next().await;
        let entry = entry.ok_or_else(|| failed("the bucket's changes have ended"))?;
        let entry = entry.map_err(failed)?;
        Ok((read(&entry), entry.seen_current))
    }
}

impl NatsShelf {
    /// Opens the bucket, or makes it.
    pub async fn open(store: &NatsStore) -> Result<Self, StoreError> {
        let mut own = [0; 8];
        getrandom::fill(&mut own).map_err(failed)?;
        Ok(NatsShelf {
            bucket: store.bucket("notices", KNOWN).await?,
            runtime: Handle::current(),
            own: u64::from_be_bytes(own),
        })
    }

    /// The relays' key for push services: `new`, unless one is there.
    pub async fn shared_key(store: &NatsStore, new: String) -> Result<String, StoreError> {
        let bucket = store.bucket("push-key", Duration::ZERO).await?;
        match bucket.create(KEY, new.clone().into()).await {
            Ok(_) => Ok(new),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                let key = bucket.get(KEY).await.map_err(failed)?;
                let key = key.and_then(|key| String::from_utf8(key.to_vec()).ok());
                key.ok_or_else(|| StoreError::Damaged("the key for notices".into()))
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// All subscriptions from the first on. False where there are none yet: then the first change is
    /// a new one.
    ///
    /// # Errors
    /// The server doesn't answer.
    pub async fn changes(&self) -> Result<(Changes, bool), StoreError> {
        let has_any = self.bucket.status().await.map_err(failed)?.values() > 0;
        let changes = self.bucket.watch_with_history(">").await.map_err(failed)?;
        Ok((Changes(changes), has_any))
    }

    /// As of [`Shelf`](super::shelf::Shelf).
    pub fn put(&self, one: &Subscriber, gone: &[SubscriberId]) -> Result<(), StoreError> {
        let others: Vec<_> = gone.iter().filter(|id| **id != one.id).copied().collect();
        self.take_out(&others)?;
        let json = Stored::new(one, self.own).json();
        let put = self.bucket.put(hex::encode(one.id), json.into());
        self.runtime.block_on(put).map_err(failed)?;
        Ok(())
    }

    /// As of [`Shelf`](super::shelf::Shelf).
    pub fn take_out(&self, ids: &[SubscriberId]) -> Result<(), StoreError> {
        self.runtime.block_on(async {
            for id in ids {
                let key = hex::encode(id);
                // tells other relays; one that doesn't hear of it finds nothing when it claims a notice
                self.bucket.delete(&key).await.map_err(failed)?;
                let subject = format!("{}{key}", self.bucket.prefix);
                let purged = self.bucket.stream.purge().filter(subject).await;
                purged.map_err(failed)?;
            }
            Ok(())
        })
    }

    /// Notes that this relay sends a notice. False where another one has noted it first, or the
    /// subscription is gone.
    pub fn claim(&self, notice: &Notice) -> Result<bool, StoreError> {
        let key = hex::encode(notice.to);
        self.runtime.block_on(async {
            loop {
                let entry = self.bucket.entry(&key).await.map_err(failed)?;
                let entry = entry.filter(|entry| entry.operation == Operation::Put);
                let Some(entry) = entry else {
                    return Ok(false);
                };
                let mut stored = Stored::read(&entry.value)?;
                let known = stored.told();
                if !notice.is_news_to(known) {
                    // noted already by a try of which the server's answer was lost
                    return Ok(stored.by == self.own);
                }
                let Told { turn, ask, begun } = known.and(notice.told);
                stored = Stored {
                    turn,
                    ask,
                    begun,
                    by: self.own,
                    ..stored
                };
                let updated = self
                    .bucket
                    .update(&key, stored.json().into(), entry.revision);
                match updated.await {
                    Ok(_) => return Ok(true),
                    // another relay was faster, with this one or another notice
                    Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {}
                    Err(error) => return Err(failed(error)),
                }
            }
        })
    }
}
