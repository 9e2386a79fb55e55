//! The engine's move: searching, keeping a search, playing what it found.

use engine_contract::keeping::{Unfit, gas_to_keep};
use engine_contract::types::{Played, Turn};
use minichess_engine::{Answer, Game, MAX_STATE_BYTES, Move, Search};
use multiversx_sc::imports::*;

use crate::{
    errors::{ERR_DEPTH, ERR_GAS, ERR_STATE},
    storage::Owner,
};

/// Nodes searched in a call that names no number: more than a transaction's gas pays for.
pub const DEFAULT_NODES: u32 = 100_000;
/// Nodes `moveNow` searches where the search has not got through a single depth.
const FEWEST_NODES: u32 = 1_000;
/// A search stops when less gas is left than this: it covers the rest of the call, and the costliest steps until the next look at the gas.
const GAS_RESERVE: u64 = 9_000_000;
/// From so many nodes on a search also stops in time for its state to be kept. Before, storing the state costs about as much as the
/// search itself, and gas kept back for it would cut off searches that are nearly over.
const KEPT_FROM: u32 = 6_000;
/// What the call needs when its search has been kept.
const GAS_TO_END: u64 = 3_000_000;

#[multiversx_sc::module]
pub trait Thinking:
    crate::arguments::Arguments + crate::storage::Storage + engine_contract::events::MoveEvents
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
        let stored = self.search(id).get();
        let (answer, state) = self.search_for(game, owner.depth, nodes, &stored, Unfit::Forget);
        if answer.done {
            return self.answer(id, owner, game, answer.best);
        }
        let needed = GAS_TO_END + gas_to_keep(state.len(), stored.len());
        require!(self.blockchain().get_gas_left() >= needed, ERR_GAS);
        self.thought_event(id, answer.depth, answer.nodes);
        self.search(id).set(state);
        self.store_game(id, owner, game);
        self.turn(game)
    }

    /// Plays the best move found so far, after a short search if none has got through a depth.
    fn answer_now(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game) -> Turn {
        let stored = self.search(id).get();
        let (mut answer, state) = self.search_for(game, owner.depth, 0, &stored, Unfit::Forget);
        if answer.depth == 0 {
            (answer, _) = self.search_for(game, owner.depth, FEWEST_NODES, &state, Unfit::Refuse);
        }
        self.answer(id, owner, game, answer.best)
    }

    fn answer(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, best: Move) -> Turn {
        // The search's state stays where it is, of no use to any other position: its bytes are paid for, and the next search that
        // doesn't end in a call writes over them.
        let mv = self.play(id, owner, game, best);
        self.store_game(id, owner, game);
        Turn {
            from: mv.from().index(),
            to: mv.to().index(),
            promotion: mv.promotion_number(),
            ..self.turn(game)
        }
    }

    /// Begins a search, or takes it up from its state if that is not empty, and goes on with it for a number of nodes or
    /// until the gas is nearly used. Returns what was found, and the state if the search is not over. `unfit` says what to do with a state
    /// of another search.
    #[inline(never)]
    fn search_for(
        &self,
        game: &Game,
        depth: u8,
        nodes: u32,
        state: &ManagedBuffer,
        unfit: Unfit,
    ) -> (Answer, ManagedBuffer) {
        let mut search = Search::IDLE;
        let mut bytes = [0; MAX_STATE_BYTES];
        let known = !state.is_empty() && state.len() <= MAX_STATE_BYTES && {
            let bytes = state.load_to_byte_array(&mut bytes);
            search.take_up(game, bytes).is_ok()
        };
        if !known {
            require!(state.is_empty() || unfit == Unfit::Forget, ERR_STATE);
            require!(search.begin(game, depth), ERR_DEPTH);
        }
        search.run(nodes, |search| {
            let mut reserve = GAS_RESERVE;
            if search.answer().nodes >= KEPT_FROM {
                reserve += gas_to_keep(search.state_len(), state.len());
            }
            self.blockchain().get_gas_left() < reserve
        });
        let answer = search.answer();
        let len = if answer.done {
            0
        } else {
            search.save(game, &mut bytes)
        };
        (answer, ManagedBuffer::new_from_bytes(&bytes[..len]))
    }

    /// Whether a state is one of a search for a game's next move.
    fn is_state_of(&self, game: &Game, state: &ManagedBuffer) -> bool {
        let mut bytes = [0; MAX_STATE_BYTES];
        state.len() <= MAX_STATE_BYTES
            && Search::is_state_of(game, state.load_to_byte_array(&mut bytes))
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
