//! Carries the commands out.

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

use chess_interaction::play::DisplayOptions;
use chess_interaction::watch::{chain_game, relay_game};
use clap::CommandFactory;
use clap_complete::Shell;
pub use error::CommandError;
use output::{display_options, print};
use session::Session;

use crate::cli::{Cli, Command, Settings};

/// Carries a command out.
pub fn run(settings: Settings, command: Command) -> Result<(), CommandError> {
    settings.color.write_global();
    match command {
        Command::Replay { file } => games::replay(&settings, &file),
        Command::PgnGames => games::list(&settings),
        Command::Local(options) => local::run(&settings, &options),
        Command::Play(options) => games::play(settings, &options),
        Command::Ratings(options) => insight::ratings(settings, &options),
        Command::Gif(options) => insight::gif(settings, &options),
        Command::FairPlay(options) => insight::fair_play(settings, &options),
        Command::Sign {
            game,
            what,
            transcript,
        } => {
            let session = Session::open(settings)?;
            let output = signed::sign(&session, game, &what, transcript)?;
            print(session.settings.json, &output)
        }
        Command::Transcript { game, transcript } => {
            let session = Session::open(settings)?;
            let output = signed::show(&session, game, transcript)?;
            print(session.settings.json, &output)
        }
        Command::Bot(options) => bot::run(settings, options),
        Command::PlayEngine(options) => engine::play(&settings, &options),
        Command::EngineLevels => engine::list_levels(&settings),
        Command::Deploy { rule, upgradeable } => deploy::deploy(settings, rule, upgradeable),
        Command::Upgrade { upgradeable } => deploy::upgrade(settings, upgradeable),
        Command::Manifest => verify::manifest(settings),
        Command::Verify { manifest } => verify::verify(&settings, &manifest),
        Command::Chain(command) => chain::run(&settings, command),
        Command::Completions { shell } => {
            complete(shell);
            Ok(())
        }
        Command::Watch { game, every, relay } => {
            watch(settings, game, &display_options(Some(every)), relay)
        }
        Command::View(view) => {
            let session = Session::open(settings)?;
            print(session.settings.json, &views::answer(&session, view)?)
        }
        Command::Tournament(options) => tournament::run(settings, options),
        Command::Call(call) => {
            let mut session = Session::open(settings)?;
            let output = transactions::send(&mut session, call)?;
            print(session.settings.json, &output)
        }
    }
}

/// Prints a shell's completion script.
fn complete(shell: Shell) {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(shell, &mut command, name, &mut std::io::stdout());
}

/// Shows a game until it is over: as the relay has it if there is one, else as the chain has it.
fn watch(
    settings: Settings,
    game: usize,
    display: &DisplayOptions,
    relay: Option<String>,
) -> Result<(), CommandError> {
    let session = Session::open(settings)?;
    let out = &mut std::io::stdout().lock();
    let is_json = session.settings.json;
    if let Some(relay) = relay {
        relay_game::watch(&session.client, &relay, game, display, is_json, out)
    } else if is_json {
        chain_game::watch_json(&session.client, game, display, out)
    } else {
        chain_game::watch(&session.client, game, display, out)
    }
}
