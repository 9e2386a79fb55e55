//! A program that plays.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use chess_interaction::amount::Amount;
use chess_interaction::bot::{Bot, Brain, Enters, Options, bots_of};
use chess_interaction::time_control::in_words;
use chess_record::clock;
use onchain_chess::chess_proxy::TimeControl;
use onchain_chess::errors::ERROR_INVALID_CLOCK;
use serde_json::json;
use wallet_file::MAINNET;

use super::error::CommandError;
use super::session::{Session, keys};
use super::tournament;
use crate::cli::{self, Settings};

/// Plays until the process ends.
pub fn run(settings: Settings, options: cli::Bot) -> Result<(), CommandError> {
    let stake = stake(&options)?;
    let clocks = clocks(&options.clock)?;
    let fee = Amount::parse(&options.entry_fee, &options.token)?;
    let session = Session::open(settings)?;
    let payment = stake
        .as_ref()
        .map(|stake| stake.times(options.rounds.into()));
    session.config.allow(payment.as_ref())?;
    if session.client.network.chain_id() == MAINNET && !session.settings.yes {
        let words = "a bot can't ask before each transaction, its games would wait: give --yes";
        return Err(words.into());
    }
    let tournaments = options
        .tournaments
        .clone()
        .map(|contract| enters(&session, contract, fee))
        .transpose()?;
    let brain = Brain::new(&options.engine, &clocks, options.games.into())?;
    let wallet = session.player()?;
    let keys = keys(&session.settings)?;
    let is_json = session.settings.json;
    let log = move |words: &str| {
        let line = match is_json {
            true => json!({"bot": words}).to_string(),
            false => words.into(),
        };
        // games continue even if nobody reads the log, or the disk is full
        let _ = writeln!(std::io::stdout(), "{line}");
    };
    let bots = match bots_of(&options.relay) {
        Ok(bots) => Some(bots),
        Err(words) if keys.is_empty() => return Err(words.into()),
        // earlier games continue without the names
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
        clocks,
        stake,
        rounds: options.rounds,
        engines: options.engines,
        games: options.games.into(),
        begins_after: Duration::from_secs(options.begins_after.into()),
        tournaments,
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

/// The stake of each game, if there is one.
fn stake(options: &cli::Bot) -> Result<Option<Amount>, CommandError> {
    let stake = Amount::parse(&options.stake, &options.token)?;
    let stake = (stake.amount != 0u32.into()).then_some(stake);
    if stake.is_some() && !options.engines {
        return Err("a bot plays for money only if both may use a program: add --engines".into());
    }
    Ok(stake)
}

/// The tournaments that it enters, for at most this fee.
fn enters(
    session: &Session,
    contract: Option<String>,
    most: Amount,
) -> Result<Enters, CommandError> {
    session.config.allow(Some(&most))?;
    let contract = tournament::address(session, contract)?;
    Ok(Enters { contract, most })
}

/// Each clock once, if the contract takes them.
fn clocks(given: &[TimeControl]) -> Result<Vec<TimeControl>, String> {
    let mut clocks = vec![];
    for control in given {
        let is_good = clock::BASE_SECONDS.contains(&control.base)
            && control.increment <= clock::LONGEST_INCREMENT_SECONDS;
        if !is_good {
            return Err(format!("{}: {ERROR_INVALID_CLOCK}", in_words(*control)));
        }
        if !clocks.contains(control) {
            clocks.push(*control);
        }
    }
    Ok(clocks)
}
