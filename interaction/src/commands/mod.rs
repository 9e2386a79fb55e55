//! Executes the commands.

mod bot;
mod chain;
mod deploy;
mod engine;
mod error;
mod games;
mod insight;
mod local;
mod output;
mod receipt;
mod session;
mod signed;
mod tournament;
mod transactions;
mod verify;
mod views;

use chess_interaction::watch::{chain_game, relay_game};
use clap::CommandFactory;
use clap_complete::Shell;
pub use error::CommandError;
use output::{display_options, print};
use session::Session;

use crate::cli::{Cli, Command, Settings};

/// Executes a command.
pub fn run(settings: Settings, command: Command) -> Result<(), CommandError> {
    settings.color.write_global();
    let json = settings.json;
    let open = Session::open;
    let output = match command {
        // these write while they run
        Command::Replay { file } => return games::replay(&settings, &file),
        Command::PgnGames => return games::list(&settings),
        Command::Local(options) => return local::run(&settings, &options),
        Command::Play(options) => return games::play(settings, &options),
        Command::Bot(options) => return bot::run(settings, options),
        Command::PlayEngine(options) => return engine::play(&settings, &options),
        Command::Watch { game, every, relay } => return watch(settings, game, every, relay),
        Command::Completions { shell } => {
            complete(shell);
            return Ok(());
        }

        Command::Ratings(options) => insight::ratings(settings, &options),
        Command::Gif(options) => insight::gif(&open(settings)?, &options),
        Command::FairPlay(options) => insight::fair_play(&open(settings)?, &options),
        Command::Sign {
            game,
            what,
            transcript,
        } => signed::sign(&open(settings)?, game, &what, transcript),
        Command::Transcript { game, transcript } => {
            signed::show(&open(settings)?, game, transcript)
        }
        Command::EngineLevels => Ok(engine::list_levels()),
        Command::Deploy { rule, upgradeable } => deploy::deploy(&settings, rule, upgradeable),
        Command::Upgrade { upgradeable } => deploy::upgrade(&mut open(settings)?, upgradeable),
        Command::Manifest => verify::manifest(&open(settings)?),
        Command::Verify { manifest } => verify::verify(&settings, &manifest),
        Command::Chain(command) => chain::run(&settings, command),
        Command::View(view) => views::answer(&open(settings)?, view),
        Command::Tournament(options) => tournament::run(&mut open(settings)?, options),
        Command::Call(call) => transactions::send(&mut open(settings)?, call),
    };
    print(json, &output?)
}

/// Prints a shell's completion script.
fn complete(shell: Shell) {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut std::io::stdout());
}

/// Shows a game until it is over: the relay's if there is a relay, otherwise the chain's.
fn watch(
    settings: Settings,
    game: usize,
    every: f32,
    relay: Option<String>,
) -> Result<(), CommandError> {
    let display = &display_options(Some(every));
    let session = Session::open(settings)?;
    let out = &mut std::io::stdout().lock();
    let is_json = session.settings.json;
    if let Some(relay) = relay {
        relay_game::watch(&session.client, &relay, game, display, is_json, out)
    } else {
        chain_game::watch(&session.client, game, display, is_json, out)
    }
}
