//! Reading and checking what callers give.

use chess_engine::{Game, Move, Outcome, Promotion, Square};
use multiversx_sc::imports::*;

use crate::{
    errors::{ERR_FROM, ERR_NODES, ERR_NOT_YOURS, ERR_OVER, ERR_PROMOTION, ERR_TO},
    storage::Owner,
    thinking::DEFAULT_NODES,
};

#[multiversx_sc::module]
pub trait Arguments {
    fn parse_move(&self, from: u8, to: u8, promotion: OptionalValue<u8>) -> Move {
        let Some(from) = Square::from_index(from) else {
            sc_panic!(ERR_FROM)
        };
        let Some(to) = Square::from_index(to) else {
            sc_panic!(ERR_TO)
        };
        let promotion =
            promotion
                .into_option()
                .map(|number| match Promotion::from_number(number) {
                    Some(promotion) => promotion,
                    None => sc_panic!(ERR_PROMOTION),
                });
        Move::new(from, to, promotion)
    }

    fn node_budget(&self, nodes: OptionalValue<u32>) -> u32 {
        let nodes = nodes.into_option().unwrap_or(DEFAULT_NODES);
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

    fn is_engine_to_move(&self, game: &Game) -> bool {
        game.outcome() == Outcome::Ongoing && !game.position().white_to_move()
    }
}
