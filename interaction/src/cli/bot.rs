//! A program that plays.

use chess_interaction::time_control;
use clap::Args;
use onchain_chess::chess_proxy::TimeControl;

/// How a bot plays.
#[derive(Args)]
pub struct Bot {
    /// The engine that chooses the moves: a level of the built-in engine (see `engine-levels`), a program
    /// that speaks UCI with its arguments, or uci:PROGRAM:COMMANDS, as "uci:stockfish:go nodes 3000"
    #[arg(long, value_name = "LEVEL|PROGRAM", default_value = "3")]
    pub engine: String,
    /// The relay, ws://127.0.0.1:8090/play
    #[arg(long, value_name = "URL", value_parser = super::relay)]
    pub relay: String,
    /// Minutes and seconds a move, as 3+2, or with units, as 90s+1; several times for several
    /// challenges
    #[arg(long, value_name = "BASE+INCREMENT", default_value = "3+2")]
    #[arg(value_parser = time_control::parse)]
    pub clock: Vec<TimeControl>,
    /// The stake of each player for a round, 0 for none; a stake needs --engines
    #[arg(long, value_name = "AMOUNT", default_value = "0")]
    pub stake: String,
    /// The stake's token, as WAGER-123456
    #[arg(long, default_value = "EGLD")]
    pub token: String,
    /// The rounds of its own challenges; others' may have fewer
    #[arg(long, value_name = "COUNT", default_value = "10")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=100))]
    pub rounds: u16,
    /// Let both players use a chess program in its own challenges
    #[arg(long)]
    pub engines: bool,
    /// The number of games at the same time
    #[arg(long, value_name = "COUNT", default_value = "20")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=100))]
    pub games: u16,
    /// Enter tournaments that allow chess programs and start within a day, play in them and claim
    /// prizes: this contract's, or those of the contract in the state file
    #[arg(long, value_name = "CONTRACT", num_args = 0..=1)]
    pub tournaments: Option<Option<String>>,
    /// The highest entry fee that it pays, in the stake's token
    #[arg(long, value_name = "AMOUNT", default_value = "0")]
    #[arg(requires = "tournaments")]
    pub entry_fee: String,
    /// Seconds that its opponent has to begin the next round, or to leave, before the bot begins
    #[arg(long, value_name = "SECONDS", default_value = "60")]
    pub begins_after: u16,
}
