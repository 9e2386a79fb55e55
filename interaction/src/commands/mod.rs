//! Carries the commands out.

mod calls;
mod engine;
mod games;
mod local;
mod session;

use std::io::{IsTerminal, Write};
use std::time::Duration;

use chess_interaction::board::Look;
use chess_interaction::play::Screen;
use chess_interaction::views::Answer;
use chess_interaction::watch;
use session::Session;

use crate::Failed;
use crate::cli::{Command, Settings};

pub fn run(settings: Settings, command: Command) -> Result<(), Failed> {
    match command {
        Command::Replay { file } => games::replay(&settings, &file),
        Command::PgnGames => games::list(&settings),
        Command::Scenario { game, output } => games::scenario(&settings, &game, &output),
        Command::Local(options) => local::run(&settings, &options),
        Command::Play { show, white, black } => games::play(settings, &show, white, black),
        Command::PlayEngine {
            depth,
            minichess,
            minichess_views,
        } => engine::play(&settings, depth, &minichess, &minichess_views),
        Command::Deploy { rule } => calls::deploy(settings, rule),
        Command::Watch { game, every } => {
            let screen = screen(Some(every));
            let session = Session::open(settings)?;
            let out = &mut std::io::stdout().lock();
            match session.settings.json {
                true => watch::watch_json(&session.client, game, &screen, out),
                false => watch::watch(&session.client, game, &screen, out),
            }
        }
        command => {
            let mut session = Session::open(settings)?;
            let answer = calls::answer(&mut session, command)?;
            say(session.settings.json, &answer)
        }
    }
}

/// Prints an answer.
fn say(json: bool, answer: &Answer) -> Result<(), Failed> {
    let mut out = std::io::stdout().lock();
    match json {
        true => writeln!(out, "{}", answer.json)?,
        false => write!(out, "{}", answer.text)?,
    }
    out.flush()?;
    Ok(())
}

/// How the terminal shows games.
fn screen(delay: Option<f32>) -> Screen {
    let terminal = std::io::stdout().is_terminal();
    Screen {
        look: look(),
        redraw: terminal,
        delay: Duration::from_secs_f32(delay.unwrap_or(f32::from(terminal))),
    }
}

fn look() -> Look {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => Look::Plain,
        _ => Look::Colored,
    }
}

/// Tells of a step of something that takes a while.
fn progress(json: bool) -> impl FnMut(&str) {
    move |text| {
        if !json {
            eprintln!("{text}");
        }
    }
}
