//! The commands that send a transaction to the contract.

use std::path::PathBuf;

use chess_interaction::time_control;
use clap::{Args, Subcommand, ValueEnum};
use onchain_chess::chess_proxy::TimeControl;

#[derive(Subcommand)]
pub enum CallCommand {
    /// Set the wager, once and for all (owner)
    SetWager {
        /// EGLD with a point, as 0.05; an ESDT in its smallest unit
        amount: String,
        /// The token's identifier, as WAGER-123456
        #[arg(default_value = "EGLD")]
        token: String,
    },
    /// Stop all players' transactions (owner)
    Pause,
    /// Start them, or start them again: a new contract is paused (owner)
    Unpause,

    /// Pay the wager; wait for an opponent, or start the game against the waiting player
    Join {
        /// Name a key made for this game: if both do, it can be played by signature
        #[arg(long)]
        key: bool,
    },
    /// Stop waiting; the wager comes back
    Leave,
    /// Open a game that waits for its second player
    Challenge(Offer),
    /// Accept a challenge, and pay the stake that it names
    Accept {
        game: usize,
        /// Name a key made for this game: if both do, it can be played by signature
        #[arg(long)]
        key: bool,
    },
    /// Decline a challenge, or take your own back; the stake goes back
    Decline { game: usize },
    /// Make a move
    Move {
        game: usize,
        /// Squares, as e2e4 or e7e8q, or algebraic notation, as Nf3, O-O or e8=Q
        #[arg(value_name = "MOVE")]
        mv: String,
        /// Claim a draw with it, by threefold repetition or 50 moves: a wrong claim makes no move. Not in a
        /// game with keys
        #[arg(long)]
        claim: bool,
    },
    /// Offer a draw, or accept the opponent's offer
    Draw { game: usize },
    /// Give a game up
    Resign { game: usize },
    /// Claim a draw by threefold repetition or 50 moves, on your own turn
    ClaimDraw { game: usize },
    /// Call the opponent's last move, which left their own king attacked
    CallIllegalMove { game: usize },
    /// Submit a game that was played by signature, in one call
    Submit {
        game: usize,
        #[command(flatten)]
        transcript: TranscriptArgs,
    },
    /// End a game whose player to move has run out of time, or make an open end final whose
    /// time has expired
    SignalInactivity { game: usize },
    /// End a game that pauses have held up for more than 30 epochs, usually as a draw
    ReclaimWager { game: usize },
    /// Take what is owed to you
    Withdraw,
}

/// The transcript of a command.
#[derive(Args)]
pub struct TranscriptArgs {
    /// The file [default: game-GAME.json in the current folder, in a match game-GAME-round-N.json]
    #[arg(long, value_name = "FILE")]
    pub transcript: Option<PathBuf>,
    /// The round of a match, from 0; without it, the chain's or the relay's round
    #[arg(long, value_name = "N", requires = "points", value_parser = clap::value_parser!(u16).range(..=100))]
    pub round: Option<u16>,
    /// The points before that round of the player who was White in round 0: a win counts 2, a draw 1
    #[arg(long, value_name = "POINTS", requires = "round")]
    pub points: Option<u16>,
    /// Exchange messages with the opponent through this relay, ws://127.0.0.1:8090/play
    #[arg(long, value_name = "URL", value_parser = super::relay)]
    pub relay: Option<String>,
}

/// The terms of a challenge.
#[derive(Args)]
pub struct Offer {
    /// The player who may accept: an address, on local chains also a test wallet's name; without one, anyone
    #[arg(long, value_name = "ADDRESS")]
    pub opponent: Option<String>,
    /// Your colour
    #[arg(long, value_enum, default_value = "drawn")]
    pub side: Side,
    /// Minutes and seconds a move, as 5+3, or with units, as 90s+1 or 3d+12h; without a clock, a
    /// full epoch a move
    #[arg(long, value_name = "BASE+INCREMENT", value_parser = time_control::parse)]
    pub clock: Option<TimeControl>,
    /// The stake of each player for a round: EGLD with a point, as 0.05, an ESDT in its smallest unit;
    /// without it, nothing
    #[arg(long, value_name = "AMOUNT")]
    pub stake: Option<String>,
    /// The stake's token, as WAGER-123456
    #[arg(long, default_value = "EGLD", requires = "stake")]
    pub token: String,
    /// The number of rounds: 1 for a single game, up to 100 for a match, which can only be played by
    /// signature (--key)
    #[arg(long, value_name = "COUNT", default_value = "1")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=100))]
    pub rounds: u16,
    /// Let both players use a chess program; without this, neither may, on their honour
    #[arg(long)]
    pub engines: bool,
    /// Name a key made for this game: if both do, it can be played by signature
    #[arg(long)]
    pub key: bool,
}

/// A challenger's colour.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Side {
    White,
    Black,
    /// By lot
    Drawn,
}
