//! The outbox that several relays share: the next relay that settles continues with it.

use std::time::Duration;

use async_nats::jetstream::kv::{CreateErrorKind, Store as Bucket};
use futures_util::TryStreamExt;
use tokio::runtime::Handle;

use super::{NatsStore, failed};
use crate::room_id::RoomId;
use crate::store::{OutboxStore, Spending, Spent, StoreError};

/// The time for which spending from an account is known: by then all of it has returned.
const SPENT_KNOWN: Duration = Duration::from_secs(2 * 24 * 60 * 60);

/// The outbox in buckets.
pub struct NatsOutbox {
    sent: Bucket,
    spent: Bucket,
    runtime: Handle,
}

impl NatsOutbox {
    /// Opens the buckets, or makes them.
    pub async fn open(store: &NatsStore) -> Result<Self, StoreError> {
        Ok(NatsOutbox {
            sent: store.bucket("sent", Duration::ZERO).await?,
            spent: store.bucket("spent-at", SPENT_KNOWN).await?,
            runtime: Handle::current(),
        })
    }

    /// Only the relay that settles does this, so nobody else does at the same time.
    fn put_all(&self, spent: &Spending) -> Result<(), StoreError> {
        for (account, Spent { amount, at }) in spent {
            let value = format!("{amount} {at}");
            let put = self.spent.put(hex::encode(account), value.into());
            self.runtime.block_on(put).map_err(failed)?;
        }
        Ok(())
    }
}

impl OutboxStore for NatsOutbox {
    fn sent(&self) -> Result<Vec<(RoomId, Vec<u8>)>, StoreError> {
        self.runtime.block_on(async {
            let keys = self.sent.keys().await.map_err(failed)?;
            let keys: Vec<String> = keys.try_collect().await.map_err(failed)?;
            let mut all = vec![];
            for key in keys {
                let room = hex::decode(&key).ok().and_then(|key| key.try_into().ok());
                let room = room.map(|key| RoomId::from_bytes(&key));
                let without = || StoreError::Damaged("a transaction without a room".into());
                let room = room.ok_or_else(without)?;
                if let Some(sent) = self.sent.get(&key).await.map_err(failed)? {
                    all.push((room, sent.to_vec()));
                }
            }
            Ok(all)
        })
    }

    fn spent(&self, account: &[u8]) -> Result<Spent, StoreError> {
        let value = self.spent.get(hex::encode(account));
        let Some(value) = self.runtime.block_on(value).map_err(failed)? else {
            return Ok(Spent::default());
        };
        let read = || {
            let (amount, at) = std::str::from_utf8(&value).ok()?.split_once(' ')?;
            let (amount, at) = (amount.parse().ok()?, at.parse().ok()?);
            Some(Spent { amount, at })
        };
        read().ok_or_else(|| StoreError::Damaged("the spent amount is no number".into()))
    }

    /// Counts, then stores: a crash in between counts an amount that isn't spent, and never the
    /// other way round.
    fn keep(&self, room: &RoomId, sent: &[u8], spent: &Spending) -> Result<(), StoreError> {
        self.put_all(spent)?;
        let key = hex::encode(room.to_bytes());
        let kept = self.sent.create(key, sent.to_vec().into());
        match self.runtime.block_on(kept) {
            Ok(_) => Ok(()),
            Err(error) if error.kind() == CreateErrorKind::AlreadyExists => Err(StoreError::Behind),
            Err(error) => Err(failed(error)),
        }
    }

    /// It may be called again after a failure. Only the call that takes the transaction out changes
    /// the counted amount, so that a failure leaves too much counted, and never too little.
    fn finish(&self, room: &RoomId, spent: &Spending) -> Result<(), StoreError> {
        // the bucket's own way would leave a marker for each game
        let subject = format!("{}{}", self.sent.prefix, hex::encode(room.to_bytes()));
        let purged = self.sent.stream.purge().filter(subject);
        let purged = self.runtime.block_on(purged.into_future());
        match purged.map_err(failed)?.purged {
            0 => Ok(()),
            _ => self.put_all(spent),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::test_nats::Nats;

    #[test]
    fn a_fee_is_counted_once_however_often_finishing_fails() {
        let mut nats = Nats::start();
        let runtime = tokio::runtime::Runtime::new().unwrap();
        let outbox = runtime.block_on(async {
            let store = NatsStore::connect(&nats.url(), "relay", 10).await.unwrap();
            NatsOutbox::open(&store).await.unwrap()
        });
        let room = RoomId::of_keys(&[5; 32], 1, &[[1; 32], [2; 32]]);
        let of = |amount| {
            let spent = Spent { amount, at: 3 };
            ["a", "b"].map(|account| (account.as_bytes().to_vec(), spent))
        };
        outbox.keep(&room, b"{}", &of(10)).unwrap();
        let spent = || of(0).map(|(account, _)| outbox.spent(&account).unwrap().amount);
        assert_eq!(spent(), [10; 2]);
        // a killed server loses the messages that came while it was suspended
        let id = nats.child.id().to_string();
        let stopped = Command::new("kill").args(["-STOP", &id]).status();
        assert!(stopped.unwrap().success());
        assert!(outbox.finish(&room, &of(7)).is_err());
        nats.kill();
        nats.restart();
        // the connection comes back automatically
        while outbox.finish(&room, &of(7)).is_err() {}
        assert_eq!(spent(), [7; 2]);
        // as if the server's last answer was lost, and the state that was read then is old
        outbox.finish(&room, &of(4)).unwrap();
        assert_eq!(spent(), [7; 2]);
        assert!(outbox.sent().unwrap().is_empty());
    }
}
