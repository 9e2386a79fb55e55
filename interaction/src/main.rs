//! The command line.

mod cli;

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use chess_interaction::board::Look;
use chess_interaction::chain::Chain;
use chess_interaction::games::BUNDLED;
use chess_interaction::pgn::{self, Game};
use chess_interaction::{play, replay, scenario};
use clap::Parser;
use cli::{Cli, Command};

/// Whatever stops a command, in words.
type Failed = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match &cli.command {
        Command::Replay { file } => replay_file(&cli.artefacts, file),
        Command::Play { game, delay } => play_game(&cli.artefacts, game, *delay),
        Command::Games => list_games(),
        Command::Scenario { game, output } => write_scenario(game, output),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // nobody reads on, as with `| head`
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_broken_pipe(error: &Failed) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn replay_file(artefacts: &Path, file: &Path) -> Result<(), Failed> {
    let text = read(file)?;
    let shown = file.display();
    let mut chain = Chain::start(artefacts)?;
    let mut out = std::io::stdout().lock();
    let mut games = 0;
    for game in pgn::read(&text) {
        let game = game.map_err(|e| format!("{shown}: {e}"))?;
        let played = replay::replay(&mut chain, &game).map_err(|e| format!("{shown}: {e}"))?;
        writeln!(out, "game {}: {played}", game.number)?;
        games += 1;
    }
    match games {
        0 => Err(format!("{shown}: no games in it").into()),
        _ => Ok(()),
    }
}

fn play_game(artefacts: &Path, name: &str, delay: Option<f32>) -> Result<(), Failed> {
    let game = find(name)?;
    let terminal = std::io::stdout().is_terminal();
    let look = match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => Look::Plain,
        _ => Look::Colored,
    };
    let screen = play::Screen {
        look,
        redraw: terminal,
        delay: std::time::Duration::from_secs_f32(delay.unwrap_or(f32::from(terminal))),
    };
    let mut chain = Chain::start(artefacts)?;
    play::play(&mut chain, &game, &screen, &mut std::io::stdout().lock())
}

fn list_games() -> Result<(), Failed> {
    let mut out = std::io::stdout().lock();
    for bundled in &BUNDLED {
        writeln!(out, "{:<30}{}", bundled.name, play::title(&bundled.game()))?;
    }
    Ok(())
}

fn write_scenario(name: &str, output: &Path) -> Result<(), Failed> {
    let text = scenario::scenario(&find(name)?)?;
    std::fs::write(output, text).map_err(|e| format!("{}: {e}", output.display()))?;
    Ok(())
}

/// A bundled game by its name, or the first game of a file.
fn find(name: &str) -> Result<Game, String> {
    if let Some(bundled) = BUNDLED.iter().find(|bundled| bundled.name == name) {
        return Ok(bundled.game());
    }
    let file = Path::new(name);
    if !file.exists() {
        let names: Vec<_> = BUNDLED.iter().map(|bundled| bundled.name).collect();
        return Err(format!(
            "{name} is neither a file nor a bundled game, which are {}",
            names.join(", ")
        ));
    }
    match pgn::read(&read(file)?).next() {
        Some(Ok(game)) => Ok(game),
        Some(Err(error)) => Err(format!("{name}: {error}")),
        None => Err(format!("{name}: no games in it")),
    }
}

fn read(file: &Path) -> Result<String, String> {
    let bytes = std::fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    // names in old files may be in Latin-1; moves are ASCII
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
