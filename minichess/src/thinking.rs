//! The engine's move: searching, keeping a search, playing what it found.

use minichess_engine::{Game, MAX_STATE_BYTES, Move, Search};
use multiversx_sc::imports::*;

use crate::{
    errors::{ERR_DEPTH, ERR_STATE},
    storage::Entry,
    types::{Played, Turn},
};

/// Nodes searched in a call that names no number.
pub const DEFAULT_NODES: u32 = 50_000;
/// Nodes `moveNow` searches where the search has not got through a single depth.
const FEWEST_NODES: u32 = 1_000;
/// A search stops when less gas than this is left: it covers keeping the largest state and the costliest
/// nodes until the next look at the gas.
const GAS_RESERVE: u64 = 20_000_000;

#[multiversx_sc::module]
pub trait Thinking:
    crate::arguments::Arguments + crate::events::Events + crate::storage::Storage
{
    /// Plays a move that must be legal; it is the caller's duty to store the game.
    fn play(&self, id: u32, entry: &mut Entry<Self::Api>, mv: Move) -> Move {
        match entry.game.play(mv) {
            Ok(mv) => {
                let played = Played {
                    ply: entry.game.plies(),
                    from: mv.from().index(),
                    to: mv.to().index(),
                    promotion: mv.promotion().map_or(0, |p| p as u8),
                    outcome: entry.game.outcome().code(),
                };
                self.moved_event(id, &entry.player, played);
                mv
            }
            Err(error) => sc_panic!(error.message()),
        }
    }

    /// Searches, and either plays the engine's move or keeps the search. Stores the game.
    fn search_on(&self, id: u32, entry: &mut Entry<Self::Api>, nodes: u32) -> Turn {
        if !self.is_engine_to_move(&entry.game) {
            self.store(id, entry);
            return self.turn(&entry.game);
        }
        let mut search = self.open_search(&entry.game, entry.depth, &self.search(id).get());
        if search.run(nodes, || self.is_gas_short()) {
            return self.answer(id, entry, search.answer().best);
        }
        let answer = search.answer();
        self.thought_event(id, answer.depth, answer.nodes);
        self.search(id).set(self.saved(&search, &entry.game));
        self.store(id, entry);
        self.turn(&entry.game)
    }

    /// Plays the best move found so far.
    fn answer_now(&self, id: u32, entry: &mut Entry<Self::Api>) -> Turn {
        let mut search = self.open_search(&entry.game, entry.depth, &self.search(id).get());
        if search.answer().depth == 0 {
            search.run(FEWEST_NODES, || self.is_gas_short());
        }
        self.answer(id, entry, search.answer().best)
    }

    fn answer(&self, id: u32, entry: &mut Entry<Self::Api>, best: Move) -> Turn {
        let mv = self.play(id, entry, best);
        self.search(id).clear();
        self.store(id, entry);
        Turn {
            from: mv.from().index(),
            to: mv.to().index(),
            promotion: mv.promotion().map_or(0, |p| p as u8),
            ..self.turn(&entry.game)
        }
    }

    fn store(&self, id: u32, entry: &Entry<Self::Api>) {
        self.store_game(id, &entry.player, entry.depth, &entry.game);
    }

    /// A new search, or one taken up from its state if that is not empty.
    fn open_search(&self, game: &Game, depth: u8, state: &ManagedBuffer) -> Search {
        if state.is_empty() {
            return match Search::new(game, depth) {
                Some(search) => search,
                None => sc_panic!(ERR_DEPTH),
            };
        }
        require!(state.len() <= MAX_STATE_BYTES, ERR_STATE);
        let mut bytes = [0; MAX_STATE_BYTES];
        match Search::resume(game, state.load_to_byte_array(&mut bytes)) {
            Ok(search) => search,
            Err(_) => sc_panic!(ERR_STATE),
        }
    }

    fn saved(&self, search: &Search, game: &Game) -> ManagedBuffer {
        let mut bytes = [0; MAX_STATE_BYTES];
        let len = search.save(game, &mut bytes);
        ManagedBuffer::new_from_bytes(&bytes[..len])
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

    fn is_gas_short(&self) -> bool {
        self.blockchain().get_gas_left() < GAS_RESERVE
    }
}
