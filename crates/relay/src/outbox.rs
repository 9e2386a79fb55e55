//! The transactions that were signed and aren't known to be carried out, and what was spent, in the
//! store's file. A transaction is kept before it is sent, so that after a crash the same one is sent
//! again, with the same nonce and hash: the network carries it out once.

use multiversx_sdk::data::transaction::Transaction;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};

use crate::room_id::RoomId;
use crate::store::StoreError;

/// A [`Sent`] in JSON, by room.
const SENT: TableDefinition<&[u8; RoomId::LEN], &[u8]> = TableDefinition::new("sent");

/// What was spent, in EGLD's smallest unit, by [`Account`].
const SPENT: TableDefinition<&[u8], u128> = TableDefinition::new("spent");

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// A transaction that was signed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sent {
    /// As it is sent.
    pub transaction: Transaction,
    /// Its hash.
    pub hash: String,
    /// What it costs at most, in EGLD's smallest unit; counted as spent until the fee is known.
    pub highest_fee: u128,
    /// When it was signed, in milliseconds since 1970.
    pub at: u64,
    /// The player whose ask it carries, as an address in hex.
    pub asker: Option<String>,
}

/// What may be spent, in EGLD's smallest unit.
#[derive(Clone, Copy, Debug)]
pub struct FeeLimits {
    /// For one game altogether.
    pub game: u128,
    /// For a player's asks in a day.
    pub player: u128,
    /// In a day altogether.
    pub day: u128,
}

/// 0.001 EGLD in its smallest unit.
const MILLI_EGLD: u128 = 1_000_000_000_000_000;

impl Default for FeeLimits {
    fn default() -> Self {
        FeeLimits {
            game: 20 * MILLI_EGLD,
            player: 10 * MILLI_EGLD,
            day: 1_000 * MILLI_EGLD,
        }
    }
}

/// The keys of what a transaction counts for: the day first, then the game, then the player.
fn accounts(room: &RoomId, sent: &Sent) -> Vec<Vec<u8>> {
    let day = (sent.at / DAY_MILLIS).to_be_bytes();
    let mut keys = vec![
        [b"d", &day[..]].concat(),
        [b"g", &room.to_bytes()[..36]].concat(),
    ];
    if let Some(asker) = &sent.asker {
        keys.push([b"p", &day[..], asker.as_bytes()].concat());
    }
    keys
}

/// The outbox in the store's file.
pub struct Outbox<'a>(pub &'a Database);

impl Outbox<'_> {
    /// Makes the tables, and forgets what was spent on earlier days.
    pub fn prepare(&self, now: u64) -> Result<(), StoreError> {
        let today = (now / DAY_MILLIS).to_be_bytes();
        let transaction = self.0.begin_write()?;
        transaction.open_table(SENT)?;
        transaction.open_table(SPENT)?.retain(|key, _| {
            let is_daily = matches!(key.first(), Some(b'd' | b'p'));
            !is_daily || key.get(1..9) >= Some(&today[..])
        })?;
        Ok(transaction.commit()?)
    }

    /// All transactions that aren't known to be carried out, by nonce.
    pub fn sent(&self) -> Result<Vec<(RoomId, Sent)>, StoreError> {
        let mut all = vec![];
        for row in self.0.begin_read()?.open_table(SENT)?.iter()? {
            let (key, value) = row?;
            let sent: Sent = serde_json::from_slice(value.value())
                .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
            let room = RoomId::from_bytes(key.value())
                .ok_or_else(|| StoreError::Damaged("a transaction without a room".into()))?;
            all.push((room, sent));
        }
        all.sort_by_key(|(_, sent)| sent.transaction.nonce);
        Ok(all)
    }

    /// What of the limits a transaction would exceed, in words.
    pub fn exceeds(
        &self,
        room: &RoomId,
        sent: &Sent,
        limits: &FeeLimits,
    ) -> Result<Option<&'static str>, StoreError> {
        let spent = self.0.begin_read()?.open_table(SPENT)?;
        let limits = [
            (limits.day, "day"),
            (limits.game, "game"),
            (limits.player, "player"),
        ];
        for (key, (limit, name)) in accounts(room, sent).iter().zip(limits) {
            let before = spent.get(&key[..])?.map_or(0, |spent| spent.value());
            if before + sent.highest_fee > limit {
                return Ok(Some(name));
            }
        }
        Ok(None)
    }

    /// Keeps a transaction that is about to be sent, and counts what it may cost.
    pub fn keep(&self, room: &RoomId, sent: &Sent) -> Result<(), StoreError> {
        let json = serde_json::to_vec(sent)
            .map_err(|error| StoreError::Damaged(format!("a transaction: {error}")))?;
        let transaction = self.0.begin_write()?;
        transaction
            .open_table(SENT)?
            .insert(&room.to_bytes(), &json[..])?;
        {
            let mut spent = transaction.open_table(SPENT)?;
            for key in accounts(room, sent) {
                let before = spent.get(&key[..])?.map_or(0, |spent| spent.value());
                spent.insert(&key[..], before + sent.highest_fee)?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// A transaction was carried out, or never will be. `fee`: what it counts for from now on.
    pub fn finish(&self, room: &RoomId, sent: &Sent, fee: u128) -> Result<(), StoreError> {
        let transaction = self.0.begin_write()?;
        transaction.open_table(SENT)?.remove(&room.to_bytes())?;
        {
            let mut spent = transaction.open_table(SPENT)?;
            for key in accounts(room, sent) {
                let before = spent.get(&key[..])?.map_or(0, |spent| spent.value());
                let now = (before + fee).saturating_sub(sent.highest_fee);
                spent.insert(&key[..], now)?;
            }
        }
        Ok(transaction.commit()?)
    }
}
