use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use game_moves::{Algorithm, GameId};

/// Canonical moves, states and hashes of chess, dominos, backgammon, checkers and ludo.
///
/// Reads standard input without a file, or for `-`. Errors go to standard error with the line's number.
#[derive(Parser)]
#[command(name = "game-moves", version, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Prints the state in which a game begins
    New {
        #[command(flatten)]
        game: Game,
        /// The number of players, 2 to 4 (ludo and dominos)
        #[arg(long, default_value_t = 2)]
        players: u8,
        /// The seed of the dice or the deal, 0 to 2147483647 (backgammon, ludo and dominos)
        #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..1 << 31))]
        seed: u32,
    },
    /// Encodes moves: reads a move in JSON from each line
    Encode {
        #[command(flatten)]
        game: Game,
        /// The format to write
        #[arg(long, value_enum, default_value_t = Format::Hex)]
        to: Format,
        file: Option<String>,
    },
    /// Decodes moves to JSON: reads hex, one move a line, or binary moves in sequence
    Decode {
        #[command(flatten)]
        game: Game,
        /// The format to read
        #[arg(long, value_enum, default_value_t = Format::Hex)]
        from: Format,
        file: Option<String>,
    },
    /// Prints the legal moves of the state it reads, one a line
    Legal {
        #[command(flatten)]
        game: Game,
        /// The format to write
        #[arg(long, value_enum, default_value_t = Text::Json)]
        to: Text,
        file: Option<String>,
    },
    /// Applies moves, a line each in JSON or hex (in chess also like e2e4), and prints the last state
    ///
    /// A line may also be the word `roll`, or `eliminate` and a player's number. A move belongs to the player on turn. With
    /// `player` and a number before it, as in `player 0 e2e4`, it is refused if someone else is on turn.
    Apply {
        #[command(flatten)]
        game: Game,
        /// The file with the state
        #[arg(long)]
        state: String,
        file: Option<String>,
    },
    /// Draws the state it reads, and reports whose turn it is or how the game ended
    Show {
        #[command(flatten)]
        game: Game,
        file: Option<String>,
    },
    /// Prints the hash of the state in each line
    Hash {
        #[command(flatten)]
        game: Game,
        /// sha256 or poseidon
        #[arg(long, default_value_t = Algorithm::Sha256)]
        algorithm: Algorithm,
        file: Option<String>,
    },
    /// Checks a game in JSON lines: every step, every hash and the chain
    Replay { file: Option<String> },
    /// Checks a game in JSON lines and prints it with the missing hashes and the missing chain
    Complete { file: Option<String> },
}

#[derive(Arguments)]
pub struct Game {
    /// The game, by name or id: chess (1), dominos (2), backgammon (3), checkers (4), ludo (5)
    #[arg(long)]
    pub game: GameId,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Hex,
    Binary,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Text {
    Json,
    Hex,
}
