//! The engine's move: searching, keeping a search, playing what it found.

use chess_rules::Move;
use engine_contract::keeping::{Unfit, gas_to_keep};
use engine_contract::types::{Played, Turn};
use game_moves::chess as canonical;
use minichess_engine::chess::{Game, Search, move_to_rules};
use minichess_engine::{Answer, MAX_DEPTH, MAX_STATE_BYTES};
use multiversx_sc::imports::*;

use crate::{
    errors::{ERR_GAS, ERR_OVER, ERR_STATE},
    storage::Owner,
};

/// Nodes `moveNow` searches where the search has not got through a single depth.
const FEWEST_NODES: u32 = 500;
/// A search stops when less gas is left than this: it covers the rest of the call, and the costliest steps until the next look at the gas.
const GAS_RESERVE: u64 = 20_000_000;
/// From so many nodes on a search also stops in time for its state to be kept, unless the gas should suffice to end it. Before, storing
/// the state costs about as much as the search itself, and gas kept back for it would cut off searches that are nearly over.
const KEPT_FROM: u32 = 5_000;
/// What the call needs when its search has been kept.
const GAS_TO_END: u64 = 4_000_000;
/// How far a search goes: to a level's nodes in all, and by so many nodes now.
#[derive(Clone, Copy)]
pub struct Nodes {
    pub in_all: u32,
    pub now: u32,
}

/// What the rest of a search should take: an eighth more a node than in this call before. `begun` has the nodes and the gas left
/// at its beginning.
fn gas_to_end(in_all: u32, searched: u32, begun: (u32, u64), gas: u64) -> u64 {
    let used = begun.1.saturating_sub(gas);
    let left = in_all.saturating_sub(searched) as u64;
    match searched.saturating_sub(begun.0) as u64 {
        0 => u64::MAX,
        nodes => (used / nodes * 9 / 8).saturating_mul(left),
    }
}

/// What a search has found, and whether that is the answer.
pub struct Found<M: ManagedTypeApi> {
    pub answer: Answer,
    /// The search is over, or has had its level's nodes.
    pub done: bool,
    /// The search to go on with, empty when it is done.
    pub state: ManagedBuffer<M>,
}

#[multiversx_sc::module]
pub trait Thinking:
    crate::arguments::Arguments + crate::storage::Storage + engine_contract::events::MoveEvents
{
    /// Plays a move that must be legal and writes it into the history; it is the caller's duty to store the game.
    #[inline(never)] // two callers
    fn play(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, mv: Move) -> Move {
        let mv = match game.play(mv) {
            Ok(mv) => mv,
            Err(error) => sc_panic!(error.message()),
        };
        let played = Played {
            ply: game.rules().ply(),
            from: mv.from.index_from_a8(),
            to: mv.to.index_from_a8(),
            promotion: mv.promotion.map_or(0, |promotion| promotion as u8),
            outcome: game.outcome().code(),
        };
        self.moves(id).update(|moves| {
            moves.append_bytes(canonical::Move::of_legal(mv).encode().as_bytes());
        });
        self.moved_event(id, &owner.player, played);
        mv
    }

    /// Searches if the engine is to move, and either plays its move or keeps the search. Stores the game.
    #[inline(never)] // three callers
    fn search_on(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, nodes: u32) -> Turn {
        if !self.is_engine_to_move(owner, game) {
            self.store_game(id, owner, game);
            return self.turn(owner, game);
        }
        let stored = self.search(id).get();
        let nodes = Nodes {
            in_all: self.level_nodes(owner.level),
            now: nodes,
        };
        let found = self.search_for(game, nodes, &stored, Unfit::Forget);
        if found.done {
            return self.answer(id, owner, game, &found.answer);
        }
        let needed = GAS_TO_END + gas_to_keep(found.state.len(), stored.len());
        require!(self.blockchain().get_gas_left() >= needed, ERR_GAS);
        self.thought_event(id, found.answer.depth, found.answer.nodes);
        self.search(id).set(found.state);
        self.store_game(id, owner, game);
        self.turn(owner, game)
    }

    /// Plays the best move found so far, after a short search if none has got through a depth.
    fn answer_now(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game) -> Turn {
        let stored = self.search(id).get();
        let nodes = |now| Nodes {
            in_all: u32::MAX,
            now,
        };
        let mut found = self.search_for(game, nodes(0), &stored, Unfit::Forget);
        if found.answer.depth == 0 {
            let state = found.state;
            found = self.search_for(game, nodes(FEWEST_NODES), &state, Unfit::Refuse);
        }
        self.answer(id, owner, game, &found.answer)
    }

    fn answer(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game, answer: &Answer) -> Turn {
        // The search's state stays where it is, of no use to any other position: its bytes are paid for, and the next search that
        // doesn't end in a call writes over them.
        let mv = self.play(id, owner, game, move_to_rules(answer.best));
        self.store_game(id, owner, game);
        Turn {
            from: mv.from.index_from_a8(),
            to: mv.to.index_from_a8(),
            promotion: mv.promotion.map_or(0, |promotion| promotion as u8),
            ..self.turn(owner, game)
        }
    }

    /// Begins a search, or takes it up from its state if that is not empty, and goes on with it for a number of nodes or
    /// until the gas is nearly used. `unfit` says what to do with a state of another search.
    #[inline(never)] // several callers
    fn search_for(
        &self,
        game: &Game,
        nodes: Nodes,
        state: &ManagedBuffer,
        unfit: Unfit,
    ) -> Found<Self::Api> {
        let mut search = Search::IDLE;
        let mut bytes = [0; MAX_STATE_BYTES];
        let known = !state.is_empty() && state.len() <= MAX_STATE_BYTES && {
            let bytes = state.load_to_byte_array(&mut bytes);
            search.take_up(game, bytes).is_ok()
        };
        if !known {
            require!(state.is_empty() || unfit == Unfit::Forget, ERR_STATE);
            require!(search.begin(game, MAX_DEPTH), ERR_OVER);
        }
        let begun = (search.answer().nodes, self.blockchain().get_gas_left());
        let left = nodes.in_all.saturating_sub(begun.0);
        search.run(left.min(nodes.now), |search| {
            let gas = self.blockchain().get_gas_left();
            let searched = search.answer().nodes;
            if searched < KEPT_FROM {
                return gas < GAS_RESERVE;
            }
            let mut reserve = gas_to_keep(search.state_len(), state.len());
            if nodes.now >= left {
                reserve = reserve.min(gas_to_end(nodes.in_all, searched, begun, gas));
            }
            gas < GAS_RESERVE + reserve
        });
        let answer = search.answer();
        let done = answer.done || answer.nodes >= nodes.in_all;
        let len = if done {
            0
        } else {
            search.save(game, &mut bytes)
        };
        Found {
            answer,
            done,
            state: ManagedBuffer::new_from_bytes(&bytes[..len]),
        }
    }

    /// Whether a state is one of a search for a game's next move.
    fn is_state_of(&self, game: &Game, state: &ManagedBuffer) -> bool {
        let mut bytes = [0; MAX_STATE_BYTES];
        state.len() <= MAX_STATE_BYTES
            && Search::is_state_of(game, state.load_to_byte_array(&mut bytes))
    }

    /// How the game stands, without a move of the engine.
    fn turn(&self, owner: &Owner<Self::Api>, game: &Game) -> Turn {
        Turn {
            outcome: game.outcome().code(),
            thinking: self.is_engine_to_move(owner, game),
            from: 0,
            to: 0,
            promotion: 0,
        }
    }
}
