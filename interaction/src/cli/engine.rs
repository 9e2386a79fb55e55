//! Playing an engine on chain.

use clap::{Args, ValueEnum};

use super::Side;

#[derive(Args)]
pub struct PlayEngine {
    /// The engine's board
    #[arg(long, value_enum, default_value = "8x8")]
    pub board: BoardSize,
    /// The 8×8 engine's level, 1 to 6; `engine-levels` lists each level's price and strength
    /// [default: 3]
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=6))]
    pub level: Option<u8>,
    /// Your side on the 8×8 board
    #[arg(long, value_enum, default_value = "white")]
    pub side: Side,
    /// Begin the game on the 8×8 board from this position
    #[arg(long)]
    pub fen: Option<String>,
    /// The number of plies that the 6×6 engine searches, from 3 to 20 [default: 5]
    #[arg(long, value_parser = clap::value_parser!(u8).range(3..=20))]
    pub depth: Option<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BoardSize {
    /// Document 002's, R B Q K N R; you have White
    #[value(name = "6x6")]
    Six,
    /// Chess
    #[value(name = "8x8")]
    Eight,
}
