//! The chain's accounts and tokens between blocks.

pub(crate) mod account;
pub(crate) mod hex_fields;
pub(crate) mod stored_account;
pub(crate) mod token_rules;

use std::{collections::BTreeMap, sync::Arc};

use multiversx_chain_core::types::Address;
use multiversx_chain_vm::{
    blockchain::state::{AccountData, BlockInfo, BlockchainState},
    host::context::BlockchainUpdate,
};

use crate::{
    address::Shards, esdt::Token, state::stored_account::address, state::token_rules::TokenRules,
    transaction::receipt::BlockId,
};

/// Accounts, tokens and the current block. Contract storage is the VM's.
#[derive(Clone, Default)]
pub(crate) struct State {
    pub chain: Arc<BlockchainState>,
    pub shards: Shards,
    pub tokens: BTreeMap<String, Token>,
    pub block: BlockId,
    pub epoch_start: BlockId,
}

impl State {
    /// The account of an address; an empty one if nothing was ever sent to it.
    pub fn account(&self, address: &Address) -> AccountData {
        self.chain
            .accounts
            .get(address)
            .cloned()
            .unwrap_or_else(|| AccountData::new_empty(address.clone()))
    }

    /// The restrictions of tokens' owners on transfers.
    pub fn token_rules(&self) -> Arc<TokenRules> {
        let mut rules = TokenRules::default();
        for token in self.tokens.values() {
            let identifier = token.identifier.as_bytes();
            if token.paused {
                rules.paused.insert(identifier.to_vec());
            }
            if !token.transfer_roles.is_empty() {
                let holders = token
                    .transfer_roles
                    .iter()
                    .filter_map(|hex| address(hex).ok());
                rules.limited.insert(identifier.to_vec(), holders.collect());
            }
        }
        Arc::new(rules)
    }

    /// The accounts for writing.
    pub fn chain_mut(&mut self) -> &mut BlockchainState {
        Arc::make_mut(&mut self.chain)
    }

    /// Makes `block` the current one, as contracts see it.
    pub fn enter(&mut self, block: BlockId, round_ms: u64) {
        if block.epoch != self.block.epoch {
            self.epoch_start = block.clone();
        }
        let (previous, current, epoch_start) =
            (info(&self.block), info(&block), info(&self.epoch_start));
        self.block = block;
        let config = &mut self.chain_mut().block_config;
        config.previous_block_info = previous;
        config.current_block_info = current;
        config.epoch_start_block_info = epoch_start;
        config.block_round_time_ms = round_ms;
    }
}

/// A change of one account.
pub(crate) fn only(account: AccountData) -> BlockchainUpdate {
    let mut updates = BlockchainUpdate::empty();
    updates.accounts.insert(account.address.clone(), account);
    updates
}

fn info(block: &BlockId) -> BlockInfo {
    let mut seed = [0; 48];
    let hash = block.hash_bytes();
    seed[..32].copy_from_slice(&hash);
    seed[32..].copy_from_slice(&hash[..16]);
    BlockInfo {
        block_timestamp_millis: multiversx_chain_core::types::TimestampMillis::new(
            block.timestamp_ms,
        ),
        block_nonce: block.nonce,
        block_round: block.round,
        block_epoch: block.epoch,
        block_random_seed: Box::new(seed),
    }
}
