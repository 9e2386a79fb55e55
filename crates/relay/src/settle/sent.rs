//! The relay's own pending transactions.

use multiversx_sdk::data::transaction::Transaction;
use serde::{Deserialize, Serialize};

use super::budget::{Budget, FeeLimits, Purpose, Share};
use crate::room_id::RoomId;

/// A transaction that was signed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Sent {
    /// As it is sent.
    pub transaction: Transaction,
    /// Its hash.
    pub hash: String,
    /// Its highest cost, in EGLD's smallest unit; counted as spent until the fee is known.
    pub highest_fee: u128,
    /// When it was signed, in milliseconds since 1970.
    pub at: u64,
    /// The player whose ask it carries, as an address in hex.
    pub asker: Option<String>,
    /// Its purpose.
    pub purpose: Purpose,
    /// The most that its game may cost.
    pub share: Share,
}

impl Sent {
    /// The budgets that it counts for. `room`: its game's.
    pub fn budgets(&self, room: &RoomId, limits: &FeeLimits) -> Vec<Budget> {
        let Share { fees, has_stake } = self.share;
        // contract and id
        let game = &room.to_bytes()[..36];
        let mut budgets = vec![
            Budget::of_day(self.purpose, has_stake, limits),
            Budget {
                name: "game",
                account: [b"g", game, &[self.purpose as u8]].concat(),
                limit: fees,
            },
        ];
        if let Some(asker) = &self.asker {
            budgets.push(Budget {
                name: "player",
                account: [b"p", asker.as_bytes()].concat(),
                limit: limits.player,
            });
        }
        budgets
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use serde_json::json;

    /// A transaction with this highest cost, at the beginning of 1970.
    pub fn sent(purpose: Purpose, share: Share, asker: Option<&str>, fee: u128) -> Sent {
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
            share,
        }
    }
}
