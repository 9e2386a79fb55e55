//! A game in the terminal against the engine on chain.

use chess_interaction::engine::{Contracts, Engine};
use minichess_cli::play;
use minichess_engine::Game;

use super::error::CommandError;
use super::output::progress;
use super::session;
use crate::cli::Settings;

/// Starts a game and plays it with the player's wallet.
pub fn play(
    settings: &Settings,
    depth: u8,
    minichess: &str,
    views: &str,
) -> Result<(), CommandError> {
    let contracts = Contracts {
        minichess: session::parse_contract_address(minichess)?,
        views: session::parse_contract_address(views)?,
    };
    let config = session::config(settings)?;
    let network = session::connect(settings, &config)?;
    let name = settings.wallet.as_ref().unwrap_or(&config.wallets.white);
    let player = session::open_wallet(settings, name, network.chain_id())?;
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
