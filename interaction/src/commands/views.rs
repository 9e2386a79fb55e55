//! The commands that query the contract's views.

use chess_interaction::output::Output;
use multiversx_sc_scenario::imports::Address;

use super::error::CommandError;
use super::output::board_style;
use super::session::Session;
use crate::cli::ViewCommand;

/// The answer of a view.
pub fn answer(session: &Session, command: ViewCommand) -> Result<Output, CommandError> {
    let client = &session.client;
    let output = match command {
        ViewCommand::Status => client.show_status(),
        ViewCommand::Game { game } => client.show_game(game, board_style()),
        ViewCommand::Board { game } => client.show_board(game, board_style()),
        ViewCommand::Fen { game } => client.show_fen(game),
        ViewCommand::StateHash { game } => client.show_state_hash(game),
        ViewCommand::Moves { game } => client.show_moves(game),
        ViewCommand::LegalMoves { game } => client.show_legal_moves(game),
        ViewCommand::DrawOffer { game } => client.show_draw_offer(game),
        ViewCommand::Claims { game } => client.show_claims(game),
        ViewCommand::Games { first, count } => client.show_games(first, count),
        ViewCommand::Challenges { before, count } => client.show_challenges(before, count),
        ViewCommand::Surplus { token } => client.show_surplus(&token),
        ViewCommand::Player { address } => client.show_player(&player(session, address)?),
        ViewCommand::PlayerGames {
            address,
            ongoing,
            before,
            count,
        } => {
            let player = player(session, address)?;
            client.show_player_games(&player, ongoing, before, count)
        }
    };
    Ok(output?)
}

/// A player by address, or the wallet's.
fn player(session: &Session, address: Option<String>) -> Result<Address, CommandError> {
    match address {
        Some(text) => Ok(session.address(&text)?),
        None => Ok(session.player()?.to_address()),
    }
}
