//! 6×6 chess against an engine that lives on chain (document 002).
//!
//! The player is White. `makeMove` applies the player's move and lets the engine search for its answer; a search that
//! the call's nodes or gas don't suffice for is stored, and continues in `think`.
#![no_std]

mod events;
pub mod minichess_proxy;
mod six_by_six;
mod types;
mod views;

use chess_engine::Game;
use engine_contract::storage::Owner;
use engine_contract::types::Turn;
use multiversx_sc::imports::*;
pub use six_by_six::SixBySix;

/// The contract's endpoints. `engine_contract` implements them.
#[multiversx_sc::contract]
pub trait Minichess:
    events::Events
    + views::Views
    + engine_contract::events::MoveEvents
    + engine_contract::games::Games
    + engine_contract::questions::Questions
    + engine_contract::storage::Storage
    + engine_contract::thinking::Thinking
{
    #[init]
    fn init(&self) {}

    #[upgrade]
    fn upgrade(&self) {}

    /// Starts a game against the engine at a depth from 3 to 20. The caller is White and moves first.
    /// Returns the game's id, from 1.
    #[endpoint(newGame)]
    fn new_game(&self, depth: u8) -> u32 {
        let terms = [depth];
        self.strength::<SixBySix>(terms);
        let player = self.blockchain().get_caller();
        let id = self.add_game(&player);
        self.game_started_event(id, &player, depth);
        let owner = Owner::<_, SixBySix> { player, terms };
        self.store_bytes(id, &owner, &Game::START);
        id
    }

    /// Makes the player's move, then searches for the engine's answer.
    ///
    /// Squares are document 002's indices (a1 = 14, f6 = 49). Promotion: 1 queen, 2 rook, 3 bishop, 4 knight; omitted for a
    /// pawn that reaches the last rank it means queen. The engine has answered if the result's `thinking` is false;
    /// else `think` continues its search.
    #[endpoint(makeMove)]
    fn make_move(&self, id: u32, from: u8, to: u8, promotion: OptionalValue<u8>) -> Turn {
        self.make_move_in::<SixBySix>(id, from, to, promotion)
    }

    /// Continues the engine's search, for the given number of nodes, or until the call's gas is nearly used.
    /// Anyone may call it; if no search is pending, it changes nothing.
    #[endpoint(think)]
    fn think(&self, id: u32, nodes: OptionalValue<u32>) -> Turn {
        self.think_in::<SixBySix>(id, nodes)
    }

    /// Lets the engine play the best move it has found so far, after 1,000 nodes at least. Changes nothing if it has answered already.
    #[endpoint(moveNow)]
    fn move_now(&self, id: u32) -> Turn {
        self.move_now_in::<SixBySix>(id)
    }
}
