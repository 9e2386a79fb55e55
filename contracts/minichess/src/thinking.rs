//! The engine's move: searching, keeping a search, playing what it found.

use minichess_engine::{Answer, Game, MAX_STATE_BYTES, Move, Search};
use multiversx_sc::imports::*;

use crate::{
    errors::{ERR_DEPTH, ERR_STATE},
    storage::Owner,
    types::{Played, Turn},
};

/// Nodes searched in a call that names no number.
pub const DEFAULT_NODES: u32 = 50_000;
/// Nodes `moveNow` searches where the search has not got through a single depth.
const FEWEST_NODES: u32 = 1_000;
/// A search stops when less gas than this is left: it covers keeping the largest state and the costliest
/// nodes until the next look at the gas.
const GAS_RESERVE: u64 = 9_000_000;

#[multiversx_sc::module]
pub trait Thinking:
    crate::arguments::Arguments + crate::events::Events + crate::storage::Storage
{
    /// Plays a move that must be legal; it is the caller's duty to store the game.
    fn play(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, mv: Move) -> Move {
        match game.play(mv) {
            Ok(mv) => {
                let played = Played {
                    ply: game.plies(),
                    from: mv.from().index(),
                    to: mv.to().index(),
                    promotion: mv.promotion_number(),
                    outcome: game.outcome().code(),
                };
                self.moved_event(id, &owner.player, played);
                mv
            }
            Err(error) => sc_panic!(error.message()),
        }
    }

    /// Searches, and either plays the engine's move or keeps the search. Stores the game.
    fn search_on(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, nodes: u32) -> Turn {
        if !self.is_engine_to_move(game) {
            self.store_game(id, owner, game);
            return self.turn(game);
        }
        let (answer, state) = self.search_for(game, owner.depth, nodes, &self.search(id).get());
        if answer.done {
            return self.answer(id, owner, game, answer.best);
        }
        self.thought_event(id, answer.depth, answer.nodes);
        self.search(id).set(state);
        self.store_game(id, owner, game);
        self.turn(game)
    }

    /// Plays the best move found so far, after a short search if none has got through a depth.
    fn answer_now(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game) -> Turn {
        let state = self.search(id).get();
        let (mut answer, state) = self.search_for(game, owner.depth, 0, &state);
        if answer.depth == 0 {
            (answer, _) = self.search_for(game, owner.depth, FEWEST_NODES, &state);
        }
        self.answer(id, owner, game, answer.best)
    }

    fn answer(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, best: Move) -> Turn {
        let mv = self.play(id, owner, game, best);
        self.search(id).clear();
        self.store_game(id, owner, game);
        Turn {
            from: mv.from().index(),
            to: mv.to().index(),
            promotion: mv.promotion_number(),
            ..self.turn(game)
        }
    }

    /// Begins a search, or takes it up from its state if that is not empty, and goes on with it for a number of nodes or
    /// until the gas is nearly used. Returns what was found, and the state if the search is not over.
    #[inline(never)]
    fn search_for(
        &self,
        game: &Game,
        depth: u8,
        nodes: u32,
        state: &ManagedBuffer,
    ) -> (Answer, ManagedBuffer) {
        let mut search = Search::IDLE;
        let mut bytes = [0; MAX_STATE_BYTES];
        if state.is_empty() {
            require!(search.begin(game, depth), ERR_DEPTH);
        } else {
            require!(state.len() <= MAX_STATE_BYTES, ERR_STATE);
            let taken_up = search.take_up(game, state.load_to_byte_array(&mut bytes));
            require!(taken_up.is_ok(), ERR_STATE);
        }
        search.run(nodes, || self.blockchain().get_gas_left() < GAS_RESERVE);
        let answer = search.answer();
        let len = if answer.done {
            0
        } else {
            search.save(game, &mut bytes)
        };
        (answer, ManagedBuffer::new_from_bytes(&bytes[..len]))
    }

    /// How the game stands, without a move of the engine.
    fn turn(&self, game: &Game) -> Turn {
        Turn {
            outcome: game.outcome().code(),
            thinking: self.is_engine_to_move(game),
            from: 0,
            to: 0,
            promotion: 0,
        }
    }
}
