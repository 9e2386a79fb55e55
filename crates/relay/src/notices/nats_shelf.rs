//! Subscriptions in a bucket that several relays share. Each relay has all of them in memory, and
//! follows every change.

use std::time::Duration;

use async_nats::jetstream::kv::{
    CreateErrorKind, Entry, Operation, Store as Bucket, UpdateErrorKind,
};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::notice::{Claimed, Notice};
use super::shelf::{Change, Changes, Shelf};
use super::subscriber::{Subscriber, Told};
use super::subscription::{SubscriberId, Subscription, player_of};
use crate::protocol::Hex;
use crate::store::nats::{NatsStore, failed};
use crate::store::{Pending, StoreError};

/// A subscription is stored for this long after its last notice.
const KNOWN: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// For how long a relay's claim keeps other relays from sending the same, in milliseconds. Longer
/// than a push service may take.
const CLAIM_MILLIS: u64 = 30_000;

/// The name of the relays' key for push services.
const KEY: &str = "vapid";

/// A stored subscription.
#[derive(Serialize, Deserialize)]
struct Stored {
    endpoint: String,
    p256dh: Hex,
    auth: Hex,
    /// The notices that have arrived.
    #[serde(flatten)]
    told: Told,
    /// The notices that a relay is sending or has sent.
    claim: Option<Claim>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Claim {
    told: Told,
    /// Which relay, by the number that it has until it ends.
    by: u64,
    /// When it noted that, in milliseconds since 1970.
    at: u64,
}

/// The bucket.
pub struct NatsShelf {
    bucket: Bucket,
    runtime: Handle,
    own: u64,
}

impl Stored {
    fn new(one: &Subscriber) -> Self {
        Stored {
            endpoint: one.subscription.endpoint.clone(),
            p256dh: Hex(one.subscription.p256dh.to_vec()),
            auth: Hex(one.subscription.auth.to_vec()),
            told: one.told,
            claim: None,
        }
    }

    fn read(bytes: &[u8]) -> Result<Self, StoreError> {
        serde_json::from_slice(bytes)
            .map_err(|error| StoreError::Damaged(format!("a subscription: {error}")))
    }

    fn json(&self) -> Vec<u8> {
        // numbers and texts: nothing that could fail
        serde_json::to_vec(self).unwrap_or_default()
    }
}

fn id_of(key: &str) -> Option<SubscriberId> {
    hex::decode(key).ok()?.try_into().ok()
}

/// The change in an entry of the bucket; `None` for an entry that is no subscription.
fn read(entry: &Entry) -> Option<Change> {
    let id = id_of(&entry.key)?;
    if entry.operation != Operation::Put {
        return Some(Change::Gone(id));
    }
    let stored = Stored::read(&entry.value).ok()?;
    Some(Change::Put(Subscriber {
        id,
        player: player_of(&id),
        subscription: Subscription {
            endpoint: stored.endpoint,
            p256dh: stored.p256dh.0.try_into().ok()?,
            auth: stored.auth.0.try_into().ok()?,
        },
        told: stored.told,
    }))
}

impl NatsShelf {
    /// Opens the bucket, or makes it.
    pub async fn open(store: &NatsStore) -> Result<Self, StoreError> {
        Ok(NatsShelf {
            bucket: store.bucket("notices", KNOWN).await?,
            runtime: Handle::current(),
            own: store.number,
        })
    }

    /// The relays' key for push services: `new`, unless the bucket has one.
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

    /// Changes a subscription, even if other relays do so at the same time; not if `change` returns
    /// an error. Returns the result of `change`, or `None` if the subscription is gone.
    fn change<T>(
        &self,
        id: &SubscriberId,
        change: impl Fn(&mut Stored) -> Result<T, T>,
    ) -> Result<Option<T>, StoreError> {
        let key = hex::encode(id);
        self.runtime.block_on(async {
            loop {
                let entry = self.bucket.entry(&key).await.map_err(failed)?;
                let entry = entry.filter(|entry| entry.operation == Operation::Put);
                let Some(entry) = entry else {
                    return Ok(None);
                };
                let mut stored = Stored::read(&entry.value)?;
                let done = match change(&mut stored) {
                    Ok(done) => done,
                    Err(left) => return Ok(Some(left)),
                };
                let updated = self
                    .bucket
                    .update(&key, stored.json().into(), entry.revision);
                match updated.await {
                    Ok(_) => return Ok(Some(done)),
                    // another relay was faster
                    Err(error) if error.kind() == UpdateErrorKind::WrongLastRevision => {}
                    Err(error) => return Err(failed(error)),
                }
            }
        })
    }
}

impl Shelf for NatsShelf {
    fn changes(&self) -> Option<Pending<'_, (Changes, bool)>> {
        Some(Box::pin(async {
            let has_any = self.bucket.status().await.map_err(failed)?.values() > 0;
            let changes = self.bucket.watch_with_history(">").await.map_err(failed)?;
            let changes = changes.map(|entry| {
                let entry = entry.map_err(failed)?;
                Ok((read(&entry), entry.seen_current))
            });
            Ok((Box::pin(changes) as Changes, has_any))
        }))
    }

    fn put(&self, one: &Subscriber, gone: &[SubscriberId]) -> Result<(), StoreError> {
        let others: Vec<_> = gone.iter().filter(|id| **id != one.id).copied().collect();
        self.take_out(&others)?;
        let json = Stored::new(one).json();
        let put = self.bucket.put(hex::encode(one.id), json.into());
        self.runtime.block_on(put).map_err(failed)?;
        Ok(())
    }

    fn take_out(&self, ids: &[SubscriberId]) -> Result<(), StoreError> {
        self.runtime.block_on(async {
            for id in ids {
                let key = hex::encode(id);
                // informs other relays; one that misses this finds nothing when it claims a notice
                self.bucket.delete(&key).await.map_err(failed)?;
                let subject = format!("{}{key}", self.bucket.prefix);
                let purged = self.bucket.stream.purge().filter(subject).await;
                purged.map_err(failed)?;
            }
            Ok(())
        })
    }

    /// Notes that this relay sends a notice, unless it has arrived, or another relay has noted the
    /// same a short time ago. So a relay that dies between the note and the sending loses none, and
    /// one that dies right after the sending leaves another to send it again: in the browser it
    /// replaces the first one. `now`: in milliseconds since 1970.
    fn claim(&self, notice: &Notice, now: u64) -> Result<Claimed, StoreError> {
        let claimed = self.change(&notice.to.id, |stored| {
            let known = stored.told;
            if !notice.is_news_to(known) {
                return Err(Claimed::Done);
            }
            let told = stored.claim.map_or(known, |claim| claim.told);
            let is_held = stored.claim.is_some_and(|claim| {
                claim.by != self.own && now < claim.at.saturating_add(CLAIM_MILLIS)
            });
            if is_held && !notice.is_news_to(told) {
                return Err(Claimed::Others);
            }
            stored.claim = Some(Claim {
                told: told.and(notice.to.told),
                by: self.own,
                at: now,
            });
            Ok(Claimed::Own)
        })?;
        Ok(claimed.unwrap_or(Claimed::Done))
    }

    fn set_told(&self, id: &SubscriberId, told: Told) -> Result<(), StoreError> {
        self.change(id, |stored| {
            stored.told = stored.told.and(told);
            Ok(())
        })?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::notice::Kind;
    use super::super::subscription::{AUTH_LEN, P256DH_LEN, Player, id_of};
    use super::*;
    use crate::test_nats::Nats;

    /// Two relays' shelves, and a notice of a turn for a subscriber.
    fn shelves(nats: &Nats, runtime: &tokio::runtime::Runtime) -> ([NatsShelf; 2], Notice) {
        let shelf = || {
            runtime.block_on(async {
                let store = NatsStore::connect(&nats.url(), "relay", 10).await.unwrap();
                NatsShelf::open(&store).await.unwrap()
            })
        };
        let shelves = [shelf(), shelf()];
        let player = Player {
            contract: [5; 32],
            game: 1,
            key: [7; 32],
        };
        let subscription = Subscription {
            endpoint: "https://push.example/1".into(),
            p256dh: [4; P256DH_LEN],
            auth: [1; AUTH_LEN],
        };
        let one = Subscriber {
            id: id_of(&player, &subscription.endpoint),
            player,
            subscription,
            told: Told::default(),
        };
        shelves[0].put(&one, &[]).unwrap();
        let told = Told {
            turn: 3,
            ..Told::default()
        };
        let notice = Notice {
            to: Subscriber { told, ..one },
            kind: Kind::Turn,
            round: 0,
            plies: 3,
            ttl: Duration::from_secs(60),
        };
        (shelves, notice)
    }

    #[test]
    fn a_notice_outlives_the_relay_that_noted_it() {
        let nats = Nats::start();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let ([first, second], turn) = shelves(&nats, &runtime);
        assert_eq!(first.claim(&turn, 1_000).unwrap(), Claimed::Own);
        assert_eq!(second.claim(&turn, 2_000).unwrap(), Claimed::Others);
        // the first one tries again after its push service has failed, and keeps it
        assert_eq!(first.claim(&turn, 20_000).unwrap(), Claimed::Own);
        assert_eq!(second.claim(&turn, 40_000).unwrap(), Claimed::Others);
        // then it dies
        assert_eq!(second.claim(&turn, 50_000).unwrap(), Claimed::Own);
        // another value belongs to someone else
        let mut ask = turn.clone();
        (ask.kind, ask.to.told.ask) = (Kind::Ask, 4);
        assert_eq!(first.claim(&ask, 50_001).unwrap(), Claimed::Own);
        second.set_told(&turn.to.id, turn.to.told).unwrap();
        for shelf in [&first, &second] {
            assert_eq!(shelf.claim(&turn, 50_002).unwrap(), Claimed::Done);
        }
        assert_eq!(second.claim(&ask, 50_003).unwrap(), Claimed::Others);
        first.take_out(&[turn.to.id]).unwrap();
        assert_eq!(second.claim(&ask, 90_000).unwrap(), Claimed::Done);
    }
}
