//! Tournaments.

use std::path::PathBuf;

use chess_interaction::time_control;
use clap::{Args, Subcommand, ValueEnum};
use onchain_chess::chess_proxy::TimeControl;

#[derive(Args)]
pub struct Tournament {
    /// The tournament contract's address, instead of the last deployed one
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub at: Option<String>,
    #[command(subcommand)]
    pub command: TournamentCommand,
}

#[derive(Subcommand)]
pub enum TournamentCommand {
    /// Deploy the contract of tournaments, as the game contract's owner, who is in the same shard
    Deploy {
        /// The folder with the compiled contract
        #[arg(long, value_name = "DIR")]
        #[arg(default_value = "contracts/tournament/output")]
        folder: PathBuf,
    },
    #[command(flatten)]
    Call(TournamentCall),
    /// Show a tournament: its terms, its players' points, the round's boards
    Show {
        tournament: u32,
        /// As FIDE's tournament report (TRF16), which other programs read
        #[arg(long)]
        trf: bool,
    },
    /// List all tournaments
    List,
}

/// The commands that send a transaction to the contract.
#[derive(Subcommand)]
pub enum TournamentCall {
    /// Open a tournament; nobody can change its terms after that
    Open(Open),
    /// Enter for the entry fee, before the start
    Enter {
        tournament: u32,
        /// Your rating, for display only
        #[arg(long)]
        rating: Option<u16>,
    },
    /// Leave before the start; the entry fee comes back
    Leave { tournament: u32 },
    /// Add to the prizes, in the entry fee's token
    Sponsor {
        tournament: u32,
        /// EGLD with a point, as 0.05; an ESDT in its smallest unit
        amount: String,
    },
    /// Take the step that is due: start a tournament, close its round and pair the next, or end it
    Next { tournament: u32 },
    /// Report a game on a board of the round: a challenge proves that you are there
    Report {
        tournament: u32,
        /// From 1, as `show` lists them
        board: u8,
        game: u32,
    },
    /// Take your prize, or your payments into a cancelled tournament
    Claim { tournament: u32 },
}

#[derive(Args)]
pub struct Open {
    /// The pairing: swiss or round robin
    #[arg(long, value_enum, default_value = "swiss")]
    pub format: Format,
    /// The most players: 3 to 32, in a round robin 3 to 16
    #[arg(long, default_value_t = 16)]
    pub players: u8,
    /// Swiss: 2 to 9 rounds [default: 5]; round robin: 1 or 2 cycles [default: 1]
    #[arg(long)]
    pub rounds: Option<u8>,
    /// The entry fee: EGLD with a point, as 0.05; an ESDT in its smallest unit
    #[arg(long, default_value = "0")]
    pub fee: String,
    /// The token of the fee and the prizes, as WAGER-123456
    #[arg(long, default_value = "EGLD")]
    pub token: String,
    /// Your own contribution to the prizes
    #[arg(long, value_name = "AMOUNT")]
    pub sponsor: Option<String>,
    /// The clock, as 5+3 or 90s+1
    #[arg(long, default_value = "5+3", value_parser = time_control::parse)]
    pub clock: TimeControl,
    /// Let players use a chess program
    #[arg(long)]
    pub engines: bool,
    /// The start: from now, as 10m or 2d, or a date, as 2026-12-24T18:00:00Z
    #[arg(long)]
    pub start: String,
    /// How long a round may take, as 30m or 1d [default: the least allowed time, which is four times the
    /// clock's base and 160 increments, and ten minutes more]
    #[arg(long)]
    pub window: Option<String>,
    /// The places' shares in percent, the first place's first
    #[arg(long, value_delimiter = ',', default_value = "60,30,10")]
    pub prizes: Vec<f32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Everyone plays everyone
    RoundRobin,
    /// Players with equal points meet
    Swiss,
}
