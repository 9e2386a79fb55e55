//! The commands for a local chain alone.

use clap::Subcommand;

#[derive(Subcommand)]
pub enum ChainCommand {
    /// The chain's epoch
    Epoch,
    /// Let epochs pass immediately; players' time runs out with them
    AdvanceEpoch {
        #[arg(default_value_t = 1)]
        epochs: u64,
    },
    /// Make blocks
    GenerateBlocks {
        #[arg(default_value_t = 1)]
        count: u64,
    },
    /// Store the chain's state; prints the number for revert
    Snapshot,
    /// Restore the chain's state at a snapshot, and remove this snapshot and later ones
    Revert { snapshot: u64 },
    /// Give EGLD to an address
    Fund {
        address: String,
        /// EGLD, as 2.5
        #[arg(default_value = "1")]
        amount: String,
    },
}
