//! Reading and checking what callers give.

use chess_engine::{Outcome, chess::Game};
use chess_rules::{Move, Position, Promotion, Square};
use multiversx_sc::imports::*;

use crate::{
    errors::{
        ERR_FEN, ERR_FEN_OVER, ERR_FROM, ERR_LEVEL, ERR_NODES, ERR_NOT_YOURS, ERR_OVER,
        ERR_PROMOTION, ERR_TO,
    },
    levels::nodes_of,
    storage::Owner,
};

/// No FEN is longer.
const MAX_FEN: usize = 100;

#[multiversx_sc::module]
pub trait Arguments {
    fn parse_move(&self, from: u8, to: u8, promotion: OptionalValue<u8>) -> Move {
        let Some(from) = Square::new_from_a8(from) else {
            sc_panic!(ERR_FROM)
        };
        let Some(to) = Square::new_from_a8(to) else {
            sc_panic!(ERR_TO)
        };
        let promotion =
            promotion
                .into_option()
                .map(|number| match Promotion::from_number(number) {
                    Some(promotion) => promotion,
                    None => sc_panic!(ERR_PROMOTION),
                });
        Move {
            from,
            to,
            promotion,
        }
    }

    /// Begins an empty game from a FEN in which the game goes on.
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

    fn level_nodes(&self, level: u8) -> u32 {
        match nodes_of(level) {
            Some(nodes) => nodes,
            None => sc_panic!(ERR_LEVEL),
        }
    }

    fn node_budget(&self, nodes: OptionalValue<u32>) -> u32 {
        let nodes = nodes.into_option().unwrap_or(u32::MAX);
        require!(nodes > 0, ERR_NODES);
        nodes
    }

    fn require_player(&self, owner: &Owner<Self::Api>) {
        require!(
            owner.player == self.blockchain().get_caller(),
            ERR_NOT_YOURS
        );
    }

    fn require_ongoing(&self, game: &Game) {
        require!(game.outcome() == Outcome::Ongoing, ERR_OVER);
    }

    fn is_engine_to_move(&self, owner: &Owner<Self::Api>, game: &Game) -> bool {
        game.outcome() == Outcome::Ongoing && game.white_to_move() != owner.is_white()
    }
}
