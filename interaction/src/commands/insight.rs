//! Insight into a player: ratings, and a comparison of their moves with a program's.

use std::collections::BTreeMap;
use std::path::Path;

use ::ratings::{Book, Player, file};
use chess_interaction::insight::judge::Judge;
use chess_interaction::insight::{fair_play, picture, ratings};
use chess_interaction::output::Output;
use chess_interaction::user_files;
use multiversx_sc_scenario::imports::Address;
use relay::Chain;

use super::error::CommandError;
use super::output::progress;
use super::session::Session;
use crate::cli::{FairPlay, Gif, Ratings, Settings};

/// Computes ratings.
pub fn ratings(mut settings: Settings, options: &Ratings) -> Result<Output, CommandError> {
    // only the contract's events are needed
    settings.views = settings.views.or_else(|| settings.contract.clone());
    let session = Session::open(settings)?;
    let player = options.player.as_deref();
    let player = player.map(|text| session.address(text)).transpose()?;
    let network = &session.client.network;
    let contract = &session.client.contracts.chess;
    let kept = options.kept.as_deref();
    let shown = network.bech32(contract);
    let mut book = match kept {
        Some(kept) => file::open(kept, &shown, options.from)?,
        None => Book::new(&shown, options.from.unwrap_or(0)),
    };
    let chain = Chain::new(&session.config.gateway, vec![*contract.as_array()]);
    let read = ratings::catch_up(&mut book, &chain, progress(session.settings.json));
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
    Ok(match player {
        Some(player) => ratings::course(&book, &player, name),
        None => ratings::table(&book, name),
    })
}

/// The wallets of the purses that a file lists.
fn owners_in_file(
    file: &Path,
    contract: &[u8; 32],
) -> Result<BTreeMap<Player, Player>, CommandError> {
    let owners = relay::owners_in(&user_files::read(file)?, contract);
    let owners = owners.map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(owners
        .into_iter()
        .map(|(purse, wallet)| (Player(purse), Player(wallet)))
        .collect())
}

/// Compares the moves of games with a program's.
pub fn fair_play(session: &Session, options: &FairPlay) -> Result<Output, CommandError> {
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
    Ok(fair_play::show(&judge, &reports, of_player))
}

/// Writes a game as a GIF.
pub fn gif(session: &Session, options: &Gif) -> Result<Output, CommandError> {
    let file = options.output.clone();
    let file = file.unwrap_or_else(|| format!("game-{}.gif", options.game).into());
    Ok(picture::write(&session.client, options.game, &file)?)
}
