//! The commands that send a transaction to the contract.

use clap::Subcommand;

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

    /// Pay the wager; wait for an opponent, or start the game against the one who waits
    Join,
    /// Stop waiting; the wager comes back
    Leave,
    /// Make a move
    Move {
        game: usize,
        /// Squares, as e2e4 or e7e8q, or algebraic notation, as Nf3, O-O or e8=Q
        #[arg(value_name = "MOVE")]
        mv: String,
    },
    /// Offer a draw, or accept the opponent's offer
    Draw { game: usize },
    /// Give a game up
    Resign { game: usize },
    /// Claim a draw by threefold repetition or 50 moves, on your own turn
    ClaimDraw { game: usize },
    /// Call the opponent's last move, which left their own king attacked
    CallIllegalMove { game: usize },
    /// Claim a game whose player to move has run out of time
    SignalInactivity { game: usize },
    /// Take the wager back after 30 epochs of a pause
    ReclaimWager { game: usize },
    /// Take what is owed to you
    Withdraw,
}
