//! Insight into a player.

use std::path::PathBuf;

use clap::Args;

#[derive(Args)]
pub struct Ratings {
    /// One player's ratings and the games behind them: an address, on local chains also a test wallet's
    /// name
    #[arg(long, value_name = "ADDRESS")]
    pub player: Option<String>,
    /// The first block to read: the contract's deployment, or an earlier one [default: 0]
    #[arg(long, value_name = "BLOCK")]
    pub from: Option<u64>,
    /// Store the ratings in this file, and continue from it
    #[arg(long, value_name = "FILE")]
    pub kept: Option<PathBuf>,
    /// Rate purses' games as their wallets' games; the file has a relay's answer to /purses/CONTRACT
    #[arg(long, value_name = "FILE")]
    pub purses: Option<PathBuf>,
}

#[derive(Args)]
pub struct Gif {
    /// The game's id; in a match it shows the chain's round
    pub game: usize,
    /// The file to write [default: game-GAME.gif]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct FairPlay {
    /// These games, separated by commas; in a match it judges the chain's round
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    #[arg(required_unless_present = "player", conflicts_with = "player")]
    pub games: Vec<usize>,
    /// All of a player's games that are over and forbid programs: an address, on local chains also a
    /// test wallet's name
    #[arg(long, value_name = "ADDRESS")]
    pub player: Option<String>,
    /// A program that speaks UCI, as stockfish; without one, this project's engine
    #[arg(long, value_name = "PROGRAM")]
    pub engine: Option<String>,
    /// The number of nodes that it searches for each position
    #[arg(long, default_value_t = 50_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub nodes: u32,
}
