//! 6×6 chess against an engine that lives on chain (document 002).
//!
//! The player is White. `makeMove` applies the player's move and lets the engine search for its answer; a search that is
//! not over when the call's nodes or gas are used up is kept, and goes on in `think`.
#![no_std]

mod arguments;
mod errors;
mod events;
pub mod minichess_proxy;
mod storage;
mod thinking;
mod types;
mod views;

use chess_engine::{Game, MAX_DEPTH, MIN_DEPTH};
use engine_contract::types::Turn;
use errors::{ERR_DEPTH, ERR_THINKING};
use multiversx_sc::imports::*;
use storage::Owner;

/// The contract: who may play what. The searching is in [`thinking`].
#[multiversx_sc::contract]
pub trait Minichess:
    arguments::Arguments
    + events::Events
    + storage::Storage
    + thinking::Thinking
    + views::Views
    + engine_contract::events::MoveEvents
    + engine_contract::games::Games
{
    #[init]
    fn init(&self) {}

    #[upgrade]
    fn upgrade(&self) {}

    /// Starts a game against the engine at a depth from 3 to 20. The caller is White and moves first.
    /// Returns the game's id, from 1.
    #[endpoint(newGame)]
    fn new_game(&self, depth: u8) -> u32 {
        require!((MIN_DEPTH..=MAX_DEPTH).contains(&depth), ERR_DEPTH);
        let player = self.blockchain().get_caller();
        let id = self.add_game(&player);
        self.game_started_event(id, &player, depth);
        self.store_bytes(id, &Owner { player, depth }, &Game::START);
        id
    }

    /// Makes the player's move, then searches for the engine's answer.
    ///
    /// Squares are document 002's indices (a1 = 14, f6 = 49). Promotion: 1 queen, 2 rook, 3 bishop, 4 knight; left out where a
    /// pawn reaches the last rank it means queen. The engine has answered if the result's `thinking` is false;
    /// else `think` goes on with its search.
    #[endpoint(makeMove)]
    fn make_move(&self, id: u32, from: u8, to: u8, promotion: OptionalValue<u8>) -> Turn {
        let mv = self.parse_move(from, to, promotion);
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        self.require_player(&owner);
        self.require_ongoing(&game);
        require!(game.position().white_to_move(), ERR_THINKING);
        self.play(id, &owner, &mut game, mv);
        self.search_on(id, &owner, &mut game, thinking::DEFAULT_NODES)
    }

    /// Goes on with the engine's search, for a number of nodes if one is given, or until the call's gas is nearly used.
    /// Anyone may call it; where the engine has nothing to think about it changes nothing.
    #[endpoint(think)]
    fn think(&self, id: u32, nodes: OptionalValue<u32>) -> Turn {
        let nodes = self.node_budget(nodes);
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        if self.is_engine_to_move(&game) {
            self.search_on(id, &owner, &mut game, nodes)
        } else {
            self.turn(&game)
        }
    }

    /// Lets the engine play the best move it has found so far. Changes nothing if it has answered already.
    #[endpoint(moveNow)]
    fn move_now(&self, id: u32) -> Turn {
        let mut game = Game::EMPTY;
        let owner = self.load_game(id, &mut game);
        self.require_player(&owner);
        self.require_ongoing(&game);
        if self.is_engine_to_move(&game) {
            self.answer_now(id, &owner, &mut game)
        } else {
            self.turn(&game)
        }
    }
}
