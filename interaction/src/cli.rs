//! What can be asked for on the command line.

use std::path::PathBuf;

use chess_interaction::{local, page};
use clap::{Args, Parser, Subcommand, ValueEnum};

/// The chess contract from the command line: deploys it, calls it, shows games, plays whole games
/// from PGN files.
#[derive(Parser)]
#[command(name = "chess-interaction", version, propagate_version = true)]
pub struct Cli {
    #[command(flatten)]
    pub settings: Settings,

    #[command(subcommand)]
    pub command: Command,
}

#[derive(Args)]
pub struct Settings {
    /// Answer in JSON, a line for each answer; also errors, on standard error
    #[arg(long, global = true)]
    pub json: bool,
    /// The gateway's address, in the place of the configuration's
    #[arg(long, global = true, value_name = "URL")]
    pub gateway: Option<String>,
    /// The wallet: a PEM file, a keystore, or a public test wallet's name (alice, bob, …); else
    /// the configuration's `owner` for the owner's commands, `white` for a player's
    #[arg(long, short, global = true, value_name = "FILE")]
    pub wallet: Option<String>,
    /// The file with a keystore's password; else it is asked for
    #[arg(long, global = true, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// The game contract's address, in the place of the one that was deployed last
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub contract: Option<String>,
    /// The view contract's address, in the place of the one that was deployed last
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub views: Option<String>,
    /// The configuration file
    #[arg(long, global = true, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/config.toml"))]
    pub config: PathBuf,
    /// The file that keeps which contracts were deployed where
    #[arg(long, global = true, value_name = "FILE", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/state.toml"))]
    pub state: PathBuf,
    /// The folder with the compiled contracts
    #[arg(long, global = true, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../output"))]
    pub artefacts: PathBuf,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Rule {
    /// The move stands, the opponent may call it
    Forfeit,
    /// The move is refused
    Reject,
}

#[derive(Subcommand)]
pub enum Command {
    /// Deploy the contract and its view contract (owner); they are kept in the state file
    Deploy {
        /// What becomes of a move that leaves the mover's own king attacked
        #[arg(long, value_enum, default_value = "forfeit")]
        rule: Rule,
    },
    /// Put the newly compiled contract in the old one's place, with a new view contract (owner)
    Upgrade,
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
    /// Start them (again): a new contract is paused (owner)
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
    /// Call the opponent's last move, which left their king attacked
    CallIllegalMove { game: usize },
    /// Show that the opponent let their time go by
    SignalInactivity { game: usize },
    /// Take the wager back after 30 epochs of a pause
    ReclaimWager { game: usize },
    /// Take what is owed to you
    Withdraw,

    /// The contract: paused or open, the wager, the rule, who waits, how many games
    Status,
    /// A game: the board, its moves, whose turn it is, draw offer and claims
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
    /// A player's score and what is owed to them
    Player {
        /// An address; else the wallet's
        address: Option<String>,
    },
    /// A player's games, the newest first
    PlayerGames {
        /// An address; else the wallet's
        address: Option<String>,
        /// Only those that go on
        #[arg(long)]
        ongoing: bool,
        /// Those before this game
        #[arg(long, default_value_t = 0)]
        before: usize,
        /// Look at so many
        #[arg(long, default_value_t = 20)]
        count: usize,
    },
    /// Show a game while it is played, until it is over
    Watch {
        game: usize,
        /// Seconds between two looks
        #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
        every: f32,
    },

    /// Play a game from a PGN file with two wallets, move by move
    Play {
        #[command(flatten)]
        show: Show,
        /// White's wallet, in the place of the configuration's
        #[arg(long, value_name = "FILE")]
        white: Option<String>,
        /// Black's wallet, in the place of the configuration's
        #[arg(long, value_name = "FILE")]
        black: Option<String>,
    },
    /// Play 6×6 chess in the terminal against the engine on chain; you are White
    PlayEngine {
        /// How many plies the engine searches, from 3 to 20
        #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(3..=20))]
        depth: u8,
        /// The 6×6 contract's address
        #[arg(long, value_name = "ADDRESS")]
        minichess: String,
        /// The address of its view contract
        #[arg(long, value_name = "ADDRESS")]
        minichess_views: String,
    },
    /// Start a local chain with everything deployed, play a game on it, and leave it up
    Local(Local),

    /// List the bundled games
    PgnGames,
    /// Play every game of a PGN file on a chain in this process, to its end and its payout
    ///
    /// One line per game: `game N: plies P state S reason R fen F paid W B`, the state and the
    /// position as the contract's views give them, the payouts to White and Black in wagers.
    /// Stops at the first game that can't be played, exit code 1.
    Replay {
        /// A PGN file; comments and variations are skipped
        file: PathBuf,
    },
    /// Write a game as a gas scenario, for scenarios/gas
    Scenario {
        /// One of the bundled games (see `pgn-games`), or a PGN file, whose first game is taken
        game: String,
        /// The scenario file to write, NAME.scen.json
        #[arg(long, short, value_name = "FILE")]
        output: PathBuf,
    },
}

#[derive(Args)]
pub struct Show {
    /// One of the bundled games (see `pgn-games`), or a PGN file, whose first game is played
    #[arg(default_value = "opera")]
    pub game: String,
    /// Seconds between two moves [default: 1 on a terminal, else 0]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub delay: Option<f32>,
}

#[derive(Args)]
pub struct Local {
    #[command(flatten)]
    pub show: Show,
    /// The chain's port; where it is taken, a free one
    #[arg(long, default_value_t = local::DEFAULT_PORT)]
    pub port: u16,
    /// Serve this folder with a page, and settings.json for the chain beside it
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
    /// The page's port; where it is taken, a free one
    #[arg(long, default_value_t = page::DEFAULT_PORT)]
    pub page_port: u16,
    /// End after the game
    #[arg(long)]
    pub exit: bool,
    /// The folder that the funded wallets are written to, as NAME.pem
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/wallets"))]
    pub wallets: PathBuf,
    /// The folder with the compiled 6×6 contract
    #[arg(long, value_name = "DIR", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../contracts/minichess/output"))]
    pub minichess: PathBuf,
}

fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.0..=60.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 60".into()),
    }
}
