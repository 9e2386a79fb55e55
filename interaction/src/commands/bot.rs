//! A program that plays.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use chess_interaction::amount::Amount;
use chess_interaction::bot::{Bot, Brain, Options, bots_of};
use serde_json::json;

use super::error::CommandError;
use super::session::{Session, keys};
use crate::cli::{self, Settings};

/// Plays until it is ended.
pub fn run(settings: Settings, options: cli::Bot) -> Result<(), CommandError> {
    let stake = Amount::parse(&options.stake, &options.token)?;
    let stake = (stake.amount != 0u32.into()).then_some(stake);
    if stake.is_some() && !options.engines {
        return Err(
            "a bot plays for money only where both may use a program: add --engines".into(),
        );
    }
    let session = Session::open(settings)?;
    let brain = Brain::new(&options.engine, &options.clock)?;
    let wallet = session.player()?;
    let keys = keys(&session.settings)?;
    let is_json = session.settings.json;
    let log = move |words: &str| {
        let line = match is_json {
            true => json!({"bot": words}).to_string(),
            false => words.into(),
        };
        // games go on where nobody reads it, or the disk is full
        let _ = writeln!(std::io::stdout(), "{line}");
    };
    let bots = match bots_of(&options.relay) {
        Ok(bots) => Some(bots),
        Err(words) if keys.is_empty() => return Err(words.into()),
        // games that were begun before go on without
        Err(words) => {
            log(&words);
            None
        }
    };
    let address = session.client.network.bech32(&wallet.to_address());
    log(&format!("{} plays as {address}", brain.name()));
    let options = Options {
        gateway: session.config.gateway.clone(),
        relay: options.relay,
        clocks: options.clock,
        stake,
        rounds: options.rounds,
        engines: options.engines,
        games: options.games.into(),
        begins_after: Duration::from_secs(options.begins_after.into()),
    };
    Bot::new(
        session.client,
        wallet,
        keys,
        brain,
        options,
        bots,
        Arc::new(log),
    )
    .run()
}
