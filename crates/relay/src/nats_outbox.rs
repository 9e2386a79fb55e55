//! The outbox that several relays share: whoever settles next goes on with it.

use std::time::Duration;

use async_nats::jetstream::kv::{CreateErrorKind, Store as Bucket};
use futures_util::TryStreamExt;

use crate::nats_store::{NatsStore, failed};
use crate::room_id::RoomId;
use crate::sent::{DAY_MILLIS, Sent, accounts};
use crate::store_error::StoreError;

/// What is spent on a game is known for that long after it was last added to.
const GAMES_KNOWN: Duration = Duration::from_secs(400 * 24 * 60 * 60);

/// The outbox in buckets.
pub struct NatsOutbox {
    sent: Bucket,
    /// What is spent by accounts of a day.
    days: Bucket,
    /// What is spent by accounts of games.
    games: Bucket,
}

impl NatsOutbox {
    /// Opens the buckets, or makes them.
    pub async fn open(store: &NatsStore) -> Result<Self, StoreError> {
        Ok(NatsOutbox {
            sent: store.bucket("sent", Duration::ZERO).await?,
            days: store
                .bucket("spent-days", Duration::from_millis(2 * DAY_MILLIS))
                .await?,
            games: store.bucket("spent-games", GAMES_KNOWN).await?,
        })
    }

    fn bucket(&self, account: &[u8]) -> &Bucket {
        match account.first() {
            Some(b'g') => &self.games,
            _ => &self.days,
        }
    }

    /// As of the file's.
    pub async fn sent(&self) -> Result<Vec<(RoomId, Sent)>, StoreError> {
        let keys = self.sent.keys().await.map_err(failed)?;
        let keys: Vec<String> = keys.try_collect().await.map_err(failed)?;
        let mut all = vec![];
        for key in keys {
            let room = hex::decode(&key).ok().and_then(|key| key.try_into().ok());
            let room = room
                .and_then(|key| RoomId::from_bytes(&key))
                .ok_or_else(|| StoreError::Damaged("a transaction without a room".into()))?;
            if let Some(json) = self.sent.get(&key).await.map_err(failed)? {
                let sent = serde_json::from_slice(&json)
                    .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
                all.push((room, sent));
            }
        }
        all.sort_by_key(|(_, sent): &(RoomId, Sent)| sent.transaction.nonce);
        Ok(all)
    }

    /// As of the file's.
    pub async fn spent(&self, account: &[u8]) -> Result<u128, StoreError> {
        let value = self.bucket(account).get(hex::encode(account)).await;
        let Some(value) = value.map_err(failed)? else {
            return Ok(0);
        };
        let value = std::str::from_utf8(&value).ok();
        value
            .and_then(|value| value.parse().ok())
            .ok_or_else(|| StoreError::Damaged("what is spent is no number".into()))
    }

    /// Counts, then keeps: a crash in between counts what isn't spent, and never the other way round.
    pub async fn keep(&self, room: &RoomId, sent: &Sent) -> Result<(), StoreError> {
        let json = serde_json::to_vec(sent)
            .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
        for (_, account) in accounts(room, sent) {
            self.change(&account, sent.highest_fee, 0).await?;
        }
        let key = hex::encode(room.to_bytes());
        match self.sent.create(key, json.into()).await {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => Err(StoreError::Behind),
            Err(error) => Err(failed(error)),
        }
    }

    /// As of the file's. It may be called again where it has failed: what was counted is changed by the
    /// call alone that takes the transaction out, so that a failure leaves too much counted, and never
    /// too little.
    pub async fn finish(&self, room: &RoomId, sent: &Sent, fee: u128) -> Result<(), StoreError> {
        // the bucket's own way would leave a marker for each game
        let subject = format!("{}{}", self.sent.prefix, hex::encode(room.to_bytes()));
        let purged = self.sent.stream.purge().filter(subject).await;
        if purged.map_err(failed)?.purged == 0 {
            return Ok(());
        }
        for (_, account) in accounts(room, sent) {
            self.change(&account, fee, sent.highest_fee).await?;
        }
        Ok(())
    }

    /// Only who settles does this, so nobody else does at the same time.
    async fn change(&self, account: &[u8], more: u128, less: u128) -> Result<(), StoreError> {
        let spent = (self.spent(account).await? + more).saturating_sub(less);
        let put = self
            .bucket(account)
            .put(hex::encode(account), spent.to_string().into());
        put.await.map_err(failed)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sent::{Purpose, tests::sent};
    use crate::test_nats::Nats;

    #[tokio::test]
    async fn a_fee_is_counted_once_however_often_finishing_fails() {
        let mut nats = Nats::start();
        let store = NatsStore::connect(&nats.url(), "relay", 10).await.unwrap();
        let outbox = NatsOutbox::open(&store).await.unwrap();
        let room = RoomId::of_keys(&[5; 32], 1, &[[1; 32], [2; 32]]);
        let sent = sent(Purpose::Ask, Some("a"), 10);
        outbox.keep(&room, &sent).await.unwrap();
        let spent = async || {
            let mut spent = vec![];
            for (_, account) in accounts(&room, &sent) {
                spent.push(outbox.spent(&account).await.unwrap());
            }
            spent
        };
        assert_eq!(spent().await, [10; 3]);
        nats.kill();
        assert!(outbox.finish(&room, &sent, 7).await.is_err());
        nats.restart();
        // the connection comes back by itself
        while outbox.finish(&room, &sent, 7).await.is_err() {}
        assert_eq!(spent().await, [7; 3]);
        // as where the server's last word was lost
        outbox.finish(&room, &sent, 7).await.unwrap();
        assert_eq!(spent().await, [7; 3]);
        assert!(outbox.sent().await.unwrap().is_empty());
    }
}
