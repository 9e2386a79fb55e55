//! Transactions that wait for a block.

use std::collections::{BTreeMap, HashMap};

use multiversx_chain_core::types::Address;

use crate::transaction::CheckedTransaction;

/// Transactions that wait for a block, by sender and nonce, and the senders in order of arrival.
#[derive(Clone, Default)]
pub(crate) struct Pool {
    waiting: HashMap<Address, BTreeMap<u64, CheckedTransaction>>,
    senders: Vec<Address>,
}

impl Pool {
    /// Adds a transaction. Of two with the same nonce the more expensive stays, or the earlier if
    /// they cost the same; the other one is returned.
    pub fn add(&mut self, tx: CheckedTransaction) -> Option<CheckedTransaction> {
        if !self.waiting.contains_key(&tx.sender) {
            self.senders.push(tx.sender.clone());
        }
        let waiting = self.waiting.entry(tx.sender.clone()).or_default();
        let dearer = |other: &CheckedTransaction| other.wire.gas_price >= tx.wire.gas_price;
        if waiting.get(&tx.wire.nonce).is_some_and(dearer) {
            return Some(tx);
        }
        waiting.insert(tx.wire.nonce, tx)
    }

    /// Whether it is any transaction's turn.
    pub fn has_next(&self, nonce_of: impl Fn(&Address) -> u64) -> bool {
        self.waiting
            .iter()
            .any(|(sender, waiting)| waiting.contains_key(&nonce_of(sender)))
    }

    /// Takes the next transaction whose turn it is.
    pub fn next(&mut self, nonce_of: impl Fn(&Address) -> u64) -> Option<CheckedTransaction> {
        let is_next = |sender: &&Address| self.waiting[*sender].contains_key(&nonce_of(sender));
        let sender = self.senders.iter().find(is_next)?.clone();
        self.remove(&sender, nonce_of(&sender))
    }

    /// Forgets the transaction with this sender and nonce.
    pub fn remove(&mut self, sender: &Address, nonce: u64) -> Option<CheckedTransaction> {
        let waiting = self.waiting.get_mut(sender)?;
        let tx = waiting.remove(&nonce);
        if waiting.is_empty() {
            self.waiting.remove(sender);
            self.senders.retain(|other| other != sender);
        }
        tx
    }

    /// Every waiting transaction.
    pub fn iter(&self) -> impl Iterator<Item = &CheckedTransaction> {
        self.waiting.values().flat_map(BTreeMap::values)
    }
}
