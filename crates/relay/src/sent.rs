//! The relay's own transactions on their way, and what they count for.

use multiversx_sdk::data::transaction::Transaction;
use serde::{Deserialize, Serialize};

use crate::room_id::RoomId;

/// What a limit by day is counted in, in milliseconds.
pub const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// What a transaction is for. What one purpose may cost in a day leaves the others' alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Purpose {
    /// It answers, ends or defends a game with a stake.
    #[default]
    Stake,
    /// It does so for a game without one.
    Stakeless,
    /// It carries a player's ask.
    Ask,
}

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
    /// What it is for.
    #[serde(default)]
    pub purpose: Purpose,
}

/// What may be spent, in EGLD's smallest unit.
#[derive(Clone, Copy, Debug)]
pub struct FeeLimits {
    /// For one game's answers and ends altogether, and as much again for asks in it.
    pub game: u128,
    /// For a player's asks in a day.
    pub player: u128,
    /// In a day for answers and ends of games with a stake.
    pub day: u128,
    /// In a day for those of games without one.
    pub stakeless_day: u128,
    /// In a day for asks.
    pub ask_day: u128,
}

/// 0.001 EGLD in its smallest unit.
const MILLI_EGLD: u128 = 1_000_000_000_000_000;

impl Default for FeeLimits {
    fn default() -> Self {
        FeeLimits {
            game: 20 * MILLI_EGLD,
            player: 10 * MILLI_EGLD,
            day: 1_000 * MILLI_EGLD,
            stakeless_day: 200 * MILLI_EGLD,
            ask_day: 200 * MILLI_EGLD,
        }
    }
}

/// What a transaction counts for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// All of its purpose in a day.
    Day,
    /// The game.
    Game,
    /// The player in a day.
    Player,
}

impl Scope {
    /// As the log says it.
    pub fn name(self) -> &'static str {
        match self {
            Scope::Day => "day",
            Scope::Game => "game",
            Scope::Player => "player",
        }
    }
}

impl FeeLimits {
    /// What may be spent on what a transaction counts for.
    pub fn of(&self, scope: Scope, purpose: Purpose) -> u128 {
        match (scope, purpose) {
            (Scope::Game, _) => self.game,
            (Scope::Player, _) => self.player,
            (Scope::Day, Purpose::Stake) => self.day,
            (Scope::Day, Purpose::Stakeless) => self.stakeless_day,
            (Scope::Day, Purpose::Ask) => self.ask_day,
        }
    }
}

/// What a transaction counts for, and the keys of these accounts. A key begins with `d` or `p` and
/// the day where it is of one day, with `g` else.
pub fn accounts(room: &RoomId, sent: &Sent) -> Vec<(Scope, Vec<u8>)> {
    let day = (sent.at / DAY_MILLIS).to_be_bytes();
    let purpose: &[u8] = match sent.purpose {
        Purpose::Stake => b"s",
        Purpose::Stakeless => b"n",
        Purpose::Ask => b"a",
    };
    let asks: &[u8] = match sent.purpose {
        Purpose::Ask => b"a",
        _ => b"",
    };
    let mut accounts = vec![
        (Scope::Day, [b"d", &day[..], purpose].concat()),
        (Scope::Game, [b"g", &room.to_bytes()[..36], asks].concat()),
    ];
    if let Some(asker) = &sent.asker {
        let key = [b"p", &day[..], asker.as_bytes()].concat();
        accounts.push((Scope::Player, key));
    }
    accounts
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use serde_json::json;

    /// A transaction that costs so much at most, of the first day.
    pub fn sent(purpose: Purpose, asker: Option<&str>, fee: u128) -> Sent {
        let address = crate::address::show(&[1; 32]);
        let transaction = json!({
            "nonce": 1, "value": "0", "receiver": address, "sender": address, "gasPrice": 1,
            "gasLimit": 1, "chainID": "chain", "version": 2, "options": 0,
        });
        Sent {
            transaction: serde_json::from_value(transaction).unwrap(),
            hash: String::new(),
            highest_fee: fee,
            at: 0,
            asker: asker.map(String::from),
            purpose,
        }
    }
}
