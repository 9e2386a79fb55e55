//! The outbox that several relays share: whoever settles next continues with it.

use std::time::Duration;

use async_nats::jetstream::kv::{CreateErrorKind, Store as Bucket};
use futures_util::TryStreamExt;

use super::{NatsStore, failed};
use crate::room_id::RoomId;
use crate::store::{Account, OutboxStore, Pending, Spent, StoreError, without_room};

/// The time for which spending from an account is known: by then all of it has returned.
const SPENT_KNOWN: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// The outbox in buckets.
pub struct NatsOutbox {
    sent: Bucket,
    spent: Bucket,
}

impl NatsOutbox {
    /// Opens the buckets, or makes them.
    pub async fn open(store: &NatsStore) -> Result<Self, StoreError> {
        Ok(NatsOutbox {
            sent: store.bucket("sent", Duration::ZERO).await?,
            spent: store.bucket("spent-at", SPENT_KNOWN).await?,
        })
    }

    /// Only who settles does this, so nobody else does at the same time.
    async fn put_all(&self, spent: &[(Account, Spent)]) -> Result<(), StoreError> {
        for (account, Spent { amount, at }) in spent {
            let value = format!("{amount} {at}");
            let put = self.spent.put(hex::encode(account), value.into());
            put.await.map_err(failed)?;
        }
        Ok(())
    }
}

impl OutboxStore for NatsOutbox {
    fn sent(&self) -> Pending<'_, Vec<(RoomId, Vec<u8>)>> {
        Box::pin(async move {
            let keys = self.sent.keys().await.map_err(failed)?;
            let keys: Vec<String> = keys.try_collect().await.map_err(failed)?;
            let mut all = vec![];
            for key in keys {
                let room = hex::decode(&key).ok().and_then(|key| key.try_into().ok());
                let room = room.and_then(|key| RoomId::from_bytes(&key));
                let room = room.ok_or_else(without_room)?;
                if let Some(sent) = self.sent.get(&key).await.map_err(failed)? {
                    all.push((room, sent.to_vec()));
                }
            }
            Ok(all)
        })
    }

    fn spent<'a>(&'a self, account: &'a [u8]) -> Pending<'a, Spent> {
        Box::pin(async move {
            let value = self.spent.get(hex::encode(account)).await;
            let Some(value) = value.map_err(failed)? else {
                return Ok(Spent::default());
            };
            let value = std::str::from_utf8(&value).ok();
            let value = value.and_then(|value| value.split_once(' '));
            value
                .and_then(|(amount, at)| {
                    Some(Spent {
                        amount: amount.parse().ok()?,
                        at: at.parse().ok()?,
                    })
                })
                .ok_or_else(|| StoreError::Damaged("what is spent is no number".into()))
        })
    }

    /// Counts, then keeps: a crash in between counts what isn't spent, and never the other way round.
    fn keep<'a>(
        &'a self,
        room: &'a RoomId,
        sent: &'a [u8],
        spent: &'a [(Account, Spent)],
    ) -> Pending<'a, ()> {
        Box::pin(async move {
            self.put_all(spent).await?;
            let key = hex::encode(room.to_bytes());
            match self.sent.create(key, sent.to_vec().into()).await {
                Ok(_) => Ok(()),
                Err(error) if error.kind() == CreateErrorKind::AlreadyExists => {
                    Err(StoreError::Behind)
                }
                Err(error) => Err(failed(error)),
            }
        })
    }

    /// It may be called again where it has failed: what was counted is changed by the
    /// call alone that takes the transaction out, so that a failure leaves too much counted, and never
    /// too little.
    fn finish<'a>(&'a self, room: &'a RoomId, spent: &'a [(Account, Spent)]) -> Pending<'a, ()> {
        Box::pin(async move {
            // the bucket's own way would leave a marker for each game
            let subject = format!("{}{}", self.sent.prefix, hex::encode(room.to_bytes()));
            let purged = self.sent.stream.purge().filter(subject).await;
            match purged.map_err(failed)?.purged {
                0 => Ok(()),
                _ => self.put_all(spent).await,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_nats::Nats;

    #[tokio::test]
    async fn a_fee_is_counted_once_however_often_finishing_fails() {
        let mut nats = Nats::start();
        let store = NatsStore::connect(&nats.url(), "relay", 10).await.unwrap();
        let outbox = NatsOutbox::open(&store).await.unwrap();
        let room = RoomId::of_keys(&[5; 32], 1, &[[1; 32], [2; 32]]);
        let of = |amount| {
            let spent = Spent { amount, at: 3 };
            ["a", "b"].map(|account| (account.as_bytes().to_vec(), spent))
        };
        outbox.keep(&room, b"{}", &of(10)).await.unwrap();
        let spent = async || {
            let mut spent = vec![];
            for (account, _) in of(0) {
                spent.push(outbox.spent(&account).await.unwrap().amount);
            }
            spent
        };
        assert_eq!(spent().await, [10; 2]);
        nats.kill();
        assert!(outbox.finish(&room, &of(7)).await.is_err());
        nats.restart();
        // the connection comes back by itself
        while outbox.finish(&room, &of(7)).await.is_err() {}
        assert_eq!(spent().await, [7; 2]);
        // as where the server's last word was lost, and what was read then is old
        outbox.finish(&room, &of(4)).await.unwrap();
        assert_eq!(spent().await, [7; 2]);
        assert!(outbox.sent().await.unwrap().is_empty());
    }
}
