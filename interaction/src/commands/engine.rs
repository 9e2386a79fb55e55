//! A game in the terminal against the engine on chain.

use chess_interaction::engine::{Contracts, Engine};
use minichess_cli::play;
use minichess_engine::Game;

use super::{progress, session};
use crate::Failed;
use crate::cli::Settings;

/// Starts a game and plays it with the player's wallet.
pub fn play(settings: &Settings, depth: u8, minichess: &str, views: &str) -> Result<(), Failed> {
    let contracts = Contracts {
        minichess: session::contract(minichess)?,
        views: session::contract(views)?,
    };
    let config = session::config(settings)?;
    let network = session::connect(&config)?;
    let name = settings.wallet.as_ref().unwrap_or(&config.wallets.white);
    let player = session::open(settings, name, network.chain_id())?;
    let progress = &mut progress(settings.json);
    let mut engine = Engine::start(network, contracts, player, depth, progress)?;
    let (input, out) = (std::io::stdin(), std::io::stdout());
    play::play(
        Game::start(),
        &mut engine,
        &mut input.lock(),
        &mut out.lock(),
    )
}
