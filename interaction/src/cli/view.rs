//! The commands that query the contract's views.

use clap::Subcommand;

#[derive(Subcommand)]
pub enum ViewCommand {
    /// The contract: paused or open, the wager, the rule, the waiting player, the number of games
    Status,
    /// A game or a challenge: the board, moves, stake, clocks, the next step and the possible claims
    Game { game: usize },
    /// A game's board
    Board { game: usize },
    /// A game's position in Forsyth–Edwards Notation
    Fen { game: usize },
    /// The SHA-256 of a game's position as a canonical chess state
    StateHash { game: usize },
    /// A game's moves
    Moves { game: usize },
    /// The legal moves of the player to move
    LegalMoves { game: usize },
    /// The player who offers a draw in a game
    DrawOffer { game: usize },
    /// The claims that a game allows now
    Claims { game: usize },
    /// All games, or a page of them
    Games {
        /// The first game to list
        #[arg(long)]
        first: Option<usize>,
        /// The most games to list
        #[arg(long)]
        count: Option<usize>,
    },
    /// The challenges that wait for their second player, the newest first
    Challenges {
        /// Only games before this one
        #[arg(long, default_value_t = 0)]
        before: usize,
        /// The number of games to look through
        #[arg(long, default_value_t = 100)]
        count: usize,
    },
    /// The contract's balance of a token beyond what belongs to players
    Surplus {
        #[arg(default_value = "EGLD")]
        token: String,
    },
    /// A player's score and the amounts owed to them
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
        /// Only games before this one, which is one of theirs
        #[arg(long, default_value_t = 0)]
        before: usize,
        /// The number of games to look through
        #[arg(long, default_value_t = 20)]
        count: usize,
    },
}
