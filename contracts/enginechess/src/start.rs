//! The position that a game begins from.

use chess_engine::{Outcome, chess::Game};
use chess_rules::Position;
use multiversx_sc::imports::*;

/// No FEN is longer.
const MAX_FEN: usize = 100;

const ERR_FEN: &str = "the position is no FEN of a legal position";
const ERR_FEN_OVER: &str = "the game would be over in this position";

#[multiversx_sc::module]
pub trait Start {
    /// Begins an empty game from a FEN whose game isn't over.
    fn begin_from_fen(&self, game: &mut Game, fen: &ManagedBuffer) {
        let mut bytes = [0; MAX_FEN];
        require!(fen.len() <= MAX_FEN, ERR_FEN);
        let text = core::str::from_utf8(fen.load_to_byte_array(&mut bytes)).unwrap_or_default();
        let Ok(position) = text.parse::<Position>() else {
            sc_panic!(ERR_FEN)
        };
        require!(!position.is_in_check(position.turn().other()), ERR_FEN);
        game.begin(position);
        require!(game.outcome() == Outcome::Ongoing, ERR_FEN_OVER);
    }

    /// The FEN that a game began with; empty if that is the start of chess.
    #[storage_mapper("start")]
    fn start(&self, id: u32) -> SingleValueMapper<ManagedBuffer>;
}
