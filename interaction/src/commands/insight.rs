//! Insight into a player: ratings, and how their moves compare with a program's.

use std::collections::BTreeMap;
use std::path::Path;

use ::ratings::{Book, Player, file};
use chess_interaction::insight::judge::Judge;
use chess_interaction::insight::{fair_play, picture, ratings};
use multiversx_sc_scenario::imports::Address;
use relay::Chain;

use super::error::CommandError;
use super::output::{print, progress};
use super::session::Session;
use crate::cli::{FairPlay, Gif, Ratings, Settings};

/// Computes ratings.
pub fn ratings(mut settings: Settings, options: &Ratings) -> Result<(), CommandError> {
    // the contract's events are all that is needed
    settings.views = settings.views.or_else(|| settings.contract.clone());
    let session = Session::open(settings)?;
    let player = options.player.as_deref();
    let player = player.map(|text| session.address(text)).transpose()?;
    let (network, is_json) = (&session.client.network, session.settings.json);
    let contract = &session.client.contracts.chess;
    let kept = options.kept.as_deref();
    let shown = network.bech32(contract);
    let mut book = match kept {
        Some(kept) => file::open(kept, &shown, options.from)?,
        None => Book::new(&shown, options.from.unwrap_or(0)),
    };
    let chain = Chain::new(&session.config.gateway, vec![*contract.as_array()]);
    let read = ratings::catch_up(&mut book, &chain, progress(is_json));
    if let Some(kept) = kept {
        file::keep(&book, kept)?;
    }
    read?;
    let owners = match &options.purses {
        Some(file) => owners_in_file(file, contract.as_array())?,
        None => BTreeMap::new(),
    };
    if !owners.is_empty() {
        book = book.joined(&owners);
    }
    let name = |player: &Player| network.bech32(&Address::from(player.0));
    let player = player.map(|player| Player(*player.as_array()));
    let player = player.map(|player| *owners.get(&player).unwrap_or(&player));
    let output = match player {
        Some(player) => ratings::course(&book, &player, name),
        None => ratings::table(&book, name),
    };
    print(is_json, &output)
}

/// The wallets of the purses that a file lists.
fn owners_in_file(
    file: &Path,
    contract: &[u8; 32],
) -> Result<BTreeMap<Player, Player>, CommandError> {
    let said = |error: String| format!("{}: {error}", file.display());
    let text = std::fs::read_to_string(file).map_err(|error| said(error.to_string()))?;
    let owners = relay::owners_in(&text, contract).map_err(said)?.into_iter();
    Ok(owners
        .map(|(purse, wallet)| (Player(purse), Player(wallet)))
        .collect())
}

/// Compares the moves of games with a program's.
pub fn fair_play(settings: Settings, options: &FairPlay) -> Result<(), CommandError> {
    let session = Session::open(settings)?;
    let client = &session.client;
    let player = options.player.as_deref();
    let player = player.map(|text| session.address(text)).transpose()?;
    let found = match &player {
        Some(player) => Some(fair_play::games_of(client, player)?),
        None => None,
    };
    let games = found.as_ref().map_or(&options.games, |found| &found.games);
    let mut judge = match &options.engine {
        None => Judge::own(options.nodes),
        Some(program) => Judge::program(program, options.nodes)?,
    };
    let mut tell = progress(session.settings.json);
    let mut reports = vec![];
    for game in games {
        tell(&format!("game {game} …"));
        reports.push(fair_play::judge(client, &mut judge, *game)?);
    }
    let shown = player.map(|player| client.network.bech32(&player));
    let of_player = shown.as_deref().zip(found.as_ref());
    let output = fair_play::show(&judge, &reports, of_player);
    print(session.settings.json, &output)
}

/// Writes a game as a GIF.
pub fn gif(settings: Settings, options: &Gif) -> Result<(), CommandError> {
    let session = Session::open(settings)?;
    let file = options.output.clone();
    let file = file.unwrap_or_else(|| format!("game-{}.gif", options.game).into());
    let output = picture::write(&session.client, options.game, &file)?;
    print(session.settings.json, &output)
}
