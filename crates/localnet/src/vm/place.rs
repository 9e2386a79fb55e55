//! A contract's view of the chain: its own shard.

use multiversx_chain_vm::{system_sc::is_system_sc_address, types::Address};

use crate::address::Shards;

/// The shard in which something is executed.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    shards: Shards,
    shard: u32,
}

impl Default for Place {
    /// A chain of one shard, in which everything is seen.
    fn default() -> Self {
        Self {
            shards: Shards::ONE,
            shard: 0,
        }
    }
}

impl Place {
    /// The shard of an address.
    pub fn of(shards: Shards, address: &Address) -> Self {
        Self {
            shards,
            shard: shards.of(address),
        }
    }

    /// Whether the chain has no other shard.
    pub fn is_the_only_shard(&self) -> bool {
        self.shards == Shards::ONE
    }

    /// Whether an account is in this shard. The contract that manages tokens answers
    /// everywhere.
    pub fn sees(&self, address: &Address) -> bool {
        self.is_the_only_shard()
            || is_system_sc_address(address)
            || self.shards.of(address) == self.shard
    }
}
