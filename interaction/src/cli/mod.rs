//! The commands of the command line.

mod bot;
mod call;
mod chain;
mod engine;
mod insight;
mod tournament;
mod view;

use std::path::PathBuf;

pub use bot::Bot;
pub use call::{CallCommand, Offer, Side, TranscriptArgs};
pub use chain::ChainCommand;
use chess_interaction::local::{self, page, relay_server};
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
pub use engine::{BoardSize, PlayEngine};
pub use insight::{FairPlay, Gif, Ratings};
pub use tournament::{Format, Open, Tournament, TournamentCall, TournamentCommand};
pub use view::ViewCommand;

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
#[command(next_help_heading = "Options of all commands")]
pub struct Settings {
    /// Answer in JSON, one line for each answer, and report errors in JSON on standard error
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// The gateway's address, instead of the configuration's
    #[arg(long, global = true, value_name = "URL")]
    pub gateway: Option<String>,
    /// The wallet: a PEM file, a keystore, or a public test wallet's name (alice, bob, …); without
    /// one, the configuration's `owner` for the owner's commands, `white` for a player's
    #[arg(long, short, global = true, value_name = "FILE")]
    pub wallet: Option<String>,
    /// The file with a keystore's password; without one, the program asks for it
    #[arg(long, global = true, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// Accept public test wallets, whose keys everyone knows, on testnet and devnet too
    #[arg(long, global = true)]
    pub allow_test_wallets: bool,
    /// Send without asking first, on mainnet too
    #[arg(long, short, global = true)]
    pub yes: bool,
    /// The gas limit of each transaction; without one, the gateway's estimate and a margin
    #[arg(long, global = true, value_name = "GAS")]
    pub gas_limit: Option<u64>,
    /// The game contract's address, instead of the last deployed one
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub contract: Option<String>,
    /// The view contract's address, instead of the last deployed one
    #[arg(long, global = true, value_name = "ADDRESS")]
    pub views: Option<String>,
    /// The configuration file [default: config.toml in the user's configuration folder, else the
    /// bundled configuration]
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The folder with the keys for play by signature [default: keys, next to the configuration]
    #[arg(long, global = true, value_name = "DIR")]
    pub keys: Option<PathBuf>,
    /// The file with the deployed contracts' addresses [default: state.toml in the user's state
    /// folder]
    #[arg(long, global = true, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// The folder with the compiled contracts
    #[arg(long, global = true, value_name = "DIR", default_value = "output")]
    pub artefacts: PathBuf,
}

/// When to use colours.
#[derive(Clone, Copy, ValueEnum)]
pub enum Color {
    /// On a terminal that takes them
    Auto,
    Always,
    Never,
}

impl Color {
    /// Sets the colours for the whole program.
    pub fn write_global(self) {
        let choice = match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
    }
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
    /// Deploy the contract and its view contract (owner); the state file stores their addresses
    Deploy {
        /// The treatment of a move that leaves the mover's own king attacked
        #[arg(long, value_enum, default_value = "forfeit")]
        rule: Rule,
        /// Let the owner replace the contract's code later, and so do anything with its money
        #[arg(long)]
        upgradeable: bool,
    },
    /// Replace an upgradeable contract's code, and deploy a new view contract (owner)
    Upgrade {
        /// Leave the contract upgradeable; without this, it is its last upgrade
        #[arg(long)]
        upgradeable: bool,
    },

    /// Print the manifest of the contracts in use: address, version, code hash
    Manifest,
    /// Check that a gateway has the code that a manifest names
    Verify {
        /// The printed manifest, or a page's settings.json with it
        manifest: PathBuf,
    },

    #[command(flatten)]
    Call(CallCommand),

    #[command(flatten)]
    View(ViewCommand),

    /// Compute all players' ratings from the contract's events
    ///
    /// It reads all blocks, so that everyone gets the same numbers.
    Ratings(Ratings),
    /// Compare the moves of games that are over with a chess program's: evidence, no verdict
    FairPlay(FairPlay),
    /// Write a game as an animated GIF
    Gif(Gif),

    /// Sign a move, or another message, into a game's transcript; nothing is sent to the chain
    ///
    /// The players hand the file to each other, or exchange messages through a relay (--relay). The
    /// command checks the whole transcript before it signs anything.
    Sign {
        game: usize,
        /// A move (e2e4, Nf3), or resign, draw, or ask: ask for a move on the chain; for a later round
        /// of a match (--round) begin, or leave before it
        what: String,
        #[command(flatten)]
        transcript: TranscriptArgs,
    },
    /// Check a game's transcript and show it
    Transcript {
        game: usize,
        #[command(flatten)]
        transcript: TranscriptArgs,
    },

    /// Show a game while it is played, until it is over
    Watch {
        game: usize,
        /// Seconds between two looks
        #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds)]
        every: f32,
        /// See each signed move as a relay carries it, ws://127.0.0.1:8090/play
        #[arg(long, value_name = "URL", conflicts_with = "every", value_parser = relay)]
        relay: Option<String>,
    },

    /// Play a game from a PGN file with two wallets, to its end and its payout
    Play(Play),
    /// Play as a program: open challenges and accept those that fit, many games at the same time, by
    /// signature
    ///
    /// It plays from the wallet of --wallet and stores the keys of its games in the folder of --keys.
    /// Started again, it continues its games. It accepts a game for money only if both players may use
    /// a program.
    Bot(Bot),
    /// Play chess, or 6×6 chess, in the terminal against an engine on chain
    ///
    /// The engine's contracts are those that `local` has deployed, or those of --contract and
    /// --views. If a search takes more than one transaction, the program asks each time whether the
    /// engine should continue to think or move.
    PlayEngine(PlayEngine),
    /// Tournaments whose results and prizes nobody decides
    Tournament(Tournament),
    /// List the 8×8 engine's levels: nodes, strength, price
    EngineLevels,
    /// Start a local chain with everything deployed, play a game on it, and leave it running
    Local(Local),
    /// A local chain's time and money
    #[command(subcommand)]
    Chain(ChainCommand),

    /// List the bundled games
    PgnGames,
    /// Play every game of a PGN file on a chain in this process, to its end and its payout
    ///
    /// Prints a line for each game, `game N: plies P state S reason R fen F paid W B`, and `forfeit` after
    /// it if a player won without a move: the state and the position from the contract's views, the
    /// payouts to White and Black in wagers. Stops at the first game that can't be played, with exit
    /// code 1.
    Replay {
        /// A PGN file; comments and variations are skipped
        file: PathBuf,
    },
    /// Print a script that completes this command line in a shell
    Completions { shell: Shell },
}

#[derive(Args)]
pub struct Show {
    /// One of the bundled games (see `pgn-games`), or a PGN file, whose first game is played
    #[arg(default_value = "opera")]
    pub game: String,
    /// Seconds between two moves [default: 1 on a terminal, otherwise 0]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub delay: Option<f32>,
}

/// The game to play, and its players.
#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    pub show: Show,
    /// Play by signature: one call submits the whole game
    #[arg(long)]
    pub signed: bool,
    /// Play by signature through a relay, ws://127.0.0.1:8090/play; it submits the game, if it has a wallet
    #[arg(long, value_name = "URL", value_parser = relay)]
    pub relay: Option<String>,
    /// White's wallet, instead of the configuration's
    #[arg(long, value_name = "FILE")]
    pub white: Option<String>,
    /// Black's wallet, instead of the configuration's
    #[arg(long, value_name = "FILE")]
    pub black: Option<String>,
}

/// How a game is played.
#[derive(Clone, Copy, ValueEnum)]
pub enum Mode {
    /// By signature: one call submits the whole game
    Signed,
    /// Each move in a separate call
    Moves,
}

#[derive(Args)]
pub struct Local {
    #[command(flatten)]
    pub show: Show,
    /// The chain's port; if it is taken, a free one
    #[arg(long, default_value_t = local::DEFAULT_PORT)]
    pub port: u16,
    /// Serve this folder with a page, with a settings.json for the chain
    #[arg(long, value_name = "DIR")]
    pub page: Option<PathBuf>,
    /// The page's port; if it is taken, a free one
    #[arg(long, default_value_t = page::DEFAULT_PORT)]
    pub page_port: u16,
    /// The port of the relay of signed moves; if it is taken, a free one
    #[arg(long, default_value_t = relay_server::DEFAULT_PORT)]
    pub relay_port: u16,
    /// How the game is played
    #[arg(long, value_enum, default_value = "signed")]
    pub mode: Mode,
    /// End after the game
    #[arg(long)]
    pub exit: bool,
    /// The folder for the files of the funded wallets, NAME.pem
    #[arg(long, value_name = "DIR", default_value = "target/wallets")]
    pub wallets: PathBuf,
    /// The folder with the compiled 6×6 contract
    #[arg(long, value_name = "DIR", default_value = "contracts/minichess/output")]
    pub minichess: PathBuf,
    /// The folder with the compiled contract of the 8×8 engine
    #[arg(long, value_name = "DIR")]
    #[arg(default_value = "contracts/enginechess/output")]
    pub enginechess: PathBuf,
    /// The folder with the compiled contract of tournaments
    #[arg(long, value_name = "DIR")]
    #[arg(default_value = "contracts/tournament/output")]
    pub tournament: PathBuf,
}

fn relay(text: &str) -> Result<String, String> {
    match text.starts_with("ws://") || text.starts_with("wss://") {
        true => Ok(text.into()),
        false => Err("a relay's address begins with ws:// or wss://".into()),
    }
}

fn seconds(text: &str) -> Result<f32, String> {
    match text.parse::<f32>() {
        Ok(seconds) if (0.0..=60.0).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 60".into()),
    }
}
