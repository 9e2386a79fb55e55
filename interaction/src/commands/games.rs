//! Whole games from PGN files.

use std::io::Write;
use std::path::Path;

use chess_interaction::chess_table::ChessTable;
use chess_interaction::pgn::games::BUNDLED;
use chess_interaction::pgn::{self, Game};
use chess_interaction::play::in_process::Chain;
use chess_interaction::play::opponents::Opponents;
use chess_interaction::play::replay::{self, Played, Replay};
use chess_interaction::play::signed_opponents::SignedOpponents;
use chess_interaction::play::{self, DisplayOptions};
use serde_json::{Value, json};

use super::error::CommandError;
use super::output::display_options;
use super::session::{self, Session};
use crate::cli::{Play, Settings};

/// Plays every game of a file on a chain in this process.
pub fn replay(settings: &Settings, file: &Path) -> Result<(), CommandError> {
    let text = read(file)?;
    let shown = file.display();
    let mut chain = Chain::start(&settings.artefacts)?;
    let mut out = std::io::stdout().lock();
    let mut games = 0;
    for game in pgn::read(&text) {
        let game = game.map_err(|e| format!("{shown}: {e}"))?;
        let played = replay::replay(&mut chain, &game).map_err(|e| format!("{shown}: {e}"))?;
        if settings.json {
            writeln!(out, "{}", result(game.number, &played))?
        } else {
            let forfeit = if game.is_forfeit() { " forfeit" } else { "" };
            writeln!(out, "game {}: {played}{forfeit}", game.number)?
        }
        games += 1;
    }
    match games {
        0 => Err(format!("{shown}: no games in it").into()),
        _ => Ok(()),
    }
}

/// Plays a game with two wallets on the network.
pub fn play(settings: Settings, options: &Play) -> Result<(), CommandError> {
    let game = find(&options.show.game)?;
    let mut session = Session::open(settings)?;
    let Session {
        settings,
        config,
        client,
    } = &mut session;
    let chain_id = client.network.chain_id().to_owned();
    let open = |name: &str| session::open_wallet(settings, name, &chain_id);
    let white = open(options.white.as_deref().unwrap_or(&config.wallets.white))?;
    let black = open(options.black.as_deref().unwrap_or(&config.wallets.black))?;
    let display = display_options(options.show.delay);
    if !options.signed && options.relay.is_none() {
        let mut table = Opponents::new(client, white, black);
        return show(settings.json, &mut table, &game, &display);
    }
    let keys = session::keys(settings)?;
    let keys = [keys.make()?, keys.make()?];
    let mut table = SignedOpponents::new(client, white, black, keys);
    table.relay.clone_from(&options.relay);
    show(settings.json, &mut table, &game, &display)
}

/// Plays a game and shows it, as boards or as lines of JSON.
pub fn show<T: ChessTable>(
    json: bool,
    table: &mut T,
    game: &Game,
    display: &DisplayOptions,
) -> Result<(), CommandError> {
    let mut out = std::io::stdout().lock();
    if !json {
        return play::play(table, game, display, &mut out);
    }
    let mut replay = Replay::start(table, game)?;
    let id = replay.id;
    for (ply, played) in game.plies.iter().enumerate() {
        std::thread::sleep(display.delay);
        replay.play(ply)?;
        let line =
            json!({"game": id, "ply": ply + 1, "san": played.san, "move": played.mv.to_string()});
        writeln!(out, "{line}")?;
        out.flush()?;
    }
    let played = replay.finish()?;
    Ok(writeln!(out, "{}", result(id, &played))?)
}

/// The end of a game, for scripts.
fn result(id: usize, played: &Played) -> Value {
    let [white, black] = &played.paid;
    json!({
        "game": id,
        "plies": played.view.plies,
        "state": played.view.state as u8,
        "reason": format!("{:?}", played.view.end_reason),
        "fen": played.fen,
        "token": played.wager.token,
        "paid": {"white": white.to_string(), "black": black.to_string()},
        "settlement": played.settlement.as_ref().map(|settlement| json!({
            "transaction": settlement.transaction,
            "gasUsed": settlement.gas_used,
            "fee": settlement.fee.amount.to_string(),
        })),
    })
}

/// Lists the bundled games.
pub fn list(settings: &Settings) -> Result<(), CommandError> {
    let mut out = std::io::stdout().lock();
    for bundled in &BUNDLED {
        let title = play::title(&bundled.game());
        if settings.json {
            writeln!(out, "{}", json!({"name": bundled.name, "title": title}))?
        } else {
            writeln!(out, "{:<30}{title}", bundled.name)?
        }
    }
    Ok(())
}

/// A bundled game by its name, or the first game of a file.
pub fn find(name: &str) -> Result<Game, String> {
    if let Some(bundled) = BUNDLED.iter().find(|bundled| bundled.name == name) {
        return Ok(bundled.game());
    }
    let file = Path::new(name);
    if !file.is_file() {
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
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if is_utf16 || bytes.iter().filter(|byte| **byte == 0).count() > bytes.len() / 4 {
        return Err(format!("{}: UTF-16, save it as UTF-8", file.display()));
    }
    // names in old files may be in Latin-1; moves are ASCII
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
