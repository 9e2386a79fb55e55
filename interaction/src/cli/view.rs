//! The commands that ask the contract's views.

use clap::Subcommand;

#[derive(Subcommand)]
pub enum ViewCommand {
    /// The contract: paused or open, the wager, the rule, who waits, how many games
    Status,
    /// A game or a challenge: the board, moves, stake, clocks, what it waits for and what can be
    /// claimed
    Game { game: usize },
    /// A game's board
    Board { game: usize },
    /// A game's position in Forsyth–Edwards Notation
    Fen { game: usize },
    /// The SHA-256 of a game's position as a canonical chess state
    StateHash { game: usize },
    /// A game's moves
    Moves { game: usize },
    /// What the player to move can play
    LegalMoves { game: usize },
    /// Who offers a draw in a game
    DrawOffer { game: usize },
    /// What can be claimed in a game now
    Claims { game: usize },
    /// All games, or a page of them
    Games {
        /// From this game on
        #[arg(long)]
        first: Option<usize>,
        /// At most so many
        #[arg(long)]
        count: Option<usize>,
    },
    /// The challenges that wait for their second player, the newest first
    Challenges {
        /// Only games before this one
        #[arg(long, default_value_t = 0)]
        before: usize,
        /// Look through so many games
        #[arg(long, default_value_t = 100)]
        count: usize,
    },
    /// What the contract has of a token beyond what belongs to players
    Surplus {
        #[arg(default_value = "EGLD")]
        token: String,
    },
    /// A player's score and what is owed to them
    Player {
        /// An address, on local chains also a test wallet's name; without one, the wallet's
        address: Option<String>,
    },
    /// A player's games, the newest first
    PlayerGames {
        /// An address, on local chains also a test wallet's name; without one, the wallet's
        address: Option<String>,
        /// Only games that are not over
        #[arg(long)]
        ongoing: bool,
        /// Only games before this one
        #[arg(long, default_value_t = 0)]
        before: usize,
        /// Look through so many games
        #[arg(long, default_value_t = 20)]
        count: usize,
    },
}
