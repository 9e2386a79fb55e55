//! The settings of a chain.

use std::{
    fmt::{self, Display, Formatter},
    path::PathBuf,
    str::FromStr,
    time::Duration,
};

use num_bigint::BigUint;

use crate::{abi::Abis, address::Shards, vm::TrieDepth, wallet::Wallet};

/// When blocks are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// One after each such time, as on the network.
    Every(Duration),
    /// One for each transaction, as soon as it is sent.
    OnArrival,
    /// Only when asked for, as in the official chain simulator.
    OnDemand,
}

impl FromStr for Blocks {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "manual" => Ok(Self::OnDemand),
            "0" => Ok(Self::OnArrival),
            _ => match text.parse() {
                Ok(time @ 10..=3_600_000) => Ok(Self::Every(Duration::from_millis(time))),
                _ => Err("give 0, manual, or 10 to 3600000 milliseconds"),
            },
        }
    }
}

impl Display for Blocks {
    /// As it is given on the command line.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Every(time) => write!(f, "{}", time.as_millis()),
            Self::OnArrival => f.write_str("0"),
            Self::OnDemand => f.write_str("manual"),
        }
    }
}

/// The settings of a chain.
#[derive(Clone, Debug)]
pub struct Config {
    pub blocks: Blocks,
    /// Blocks in an epoch.
    pub epoch_length: u64,
    /// The time between blocks that contracts and clients are shown. If `None`, that of the blocks,
    /// or 600 ms if they are made on arrival or on demand.
    pub round_time: Option<Duration>,
    /// Whether transactions are taken without a look at their signatures, so that anyone can send
    /// for every account.
    pub bypass_signatures: bool,
    /// The number of shards in which accounts and contracts live.
    pub shards: Shards,
    /// How deep contracts' storage tries are counted, which prices storage loads.
    pub trie_depth: TrieDepth,
    /// The state file; if `None`, the state is in memory only.
    pub state_file: Option<PathBuf>,
    /// The wallets that a new chain funds.
    pub wallets: Vec<Wallet>,
    /// The balance of each funded wallet of a new chain, in 10⁻¹⁸ EGLD.
    pub wallet_balance: BigUint,
    /// The ABIs that describe calls and events of contracts.
    pub abis: Abis,
}

impl Default for Config {
    /// Blocks every 600 ms, epochs of a day, three shards, a million EGLD in each wallet, no state
    /// file.
    fn default() -> Self {
        Self {
            blocks: Blocks::Every(Duration::from_millis(600)),
            epoch_length: 144_000,
            round_time: None,
            bypass_signatures: false,
            shards: Shards::THREE,
            trie_depth: TrieDepth::Grow,
            state_file: None,
            wallets: Wallet::funded(6),
            wallet_balance: BigUint::from(10u32).pow(24),
            abis: Abis::default(),
        }
    }
}

impl Config {
    /// The time between blocks that the chain shows contracts and clients, in milliseconds.
    pub fn round_ms(&self) -> u64 {
        let time = match (self.round_time, self.blocks) {
            (Some(time), _) | (None, Blocks::Every(time)) => time,
            (None, _) => Duration::from_millis(600),
        };
        time.as_millis() as u64
    }

    /// The EGLD of a new chain, in 10⁻¹⁸.
    pub(crate) fn supply(&self) -> BigUint {
        &self.wallet_balance * self.wallets.len()
    }
}
