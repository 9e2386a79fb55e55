//! The engine's move: searching, keeping a search, playing what it found.

use chess_engine::chess::{Game, move_to_rules};
use chess_engine::{MAX_DEPTH, Outcome, memory_of};
use chess_rules::Move;
use engine_contract::keeping::Unfit;
use engine_contract::search::{Bounds, Engine, Found, Memory, require_gas_to_keep, search_for};
use engine_contract::types::{Parts, Played, Turn};
use game_moves::chess as canonical;
use multiversx_sc::imports::*;

use crate::{errors::ERR_OVER, storage::Owner};

/// Nodes that `moveNow` searches at least.
const FEWEST_NODES: u32 = 500;

/// The engine of chess.
pub struct Chess;

impl Engine for Chess {
    type Game = Game;
    const GAS_RESERVE: u64 = 20_000_000;
    const KEPT_FROM: u32 = 5_000;
    const GAS_TO_END: u64 = 4_000_000;
    const ERR_BEGIN: &'static str = ERR_OVER;
}

/// To a level's nodes in all, and by so many nodes now.
pub fn bounds(in_all: u32, now: u32) -> Bounds {
    Bounds {
        depth: MAX_DEPTH,
        in_all,
        now,
    }
}

/// A move as the contract counts squares, and its promotion's number.
pub fn parts(mv: Move) -> Parts {
    let promotion = mv.promotion.map_or(0, |promotion| promotion as u8);
    [mv.from.index_from_a8(), mv.to.index_from_a8(), promotion]
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
        let [from, to, promotion] = parts(mv);
        let played = Played {
            ply: game.rules().ply(),
            from,
            to,
            promotion,
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
        let in_all = self.level_nodes(owner.level);
        self.search_within(id, owner, game, [in_all, nodes])
    }

    /// Plays the best move found so far, after a short search if there was none.
    fn answer_now(&self, id: u32, owner: &Owner<Self::Api>, game: &mut Game) -> Turn {
        self.search_within(id, owner, game, [FEWEST_NODES; 2])
    }

    /// Searches to so many nodes in all, and by so many now, and either plays the move found or keeps the search. Stores the game.
    fn search_within(
        &self,
        id: u32,
        owner: &Owner<Self::Api>,
        game: &mut Game,
        [in_all, now]: [u32; 2],
    ) -> Turn {
        let stored = self.search(id).get();
        let memory = self.memory_of_game(id, owner.level);
        let bounds = bounds(in_all, now);
        let found = search_for::<Chess, _>(game, bounds, &stored, Unfit::Forget, &memory);
        if found.done {
            require_gas_to_keep::<Chess, _>(&found.memory, &memory.bytes);
            return self.answer(id, owner, game, found);
        }
        require_gas_to_keep::<Chess, _>(&found.state, &stored);
        self.thought_event(id, found.answer.depth, found.answer.nodes);
        self.search(id).set(found.state);
        self.store_game(id, owner, game);
        self.turn(owner, game)
    }

    /// What the searches of a game remember.
    fn memory_of_game(&self, id: u32, level: u8) -> Memory<Self::Api> {
        Memory {
            bytes: self.memory(id).get(),
            most: memory_of(self.level_nodes(level)),
        }
    }

    fn answer(
        &self,
        id: u32,
        owner: &Owner<Self::Api>,
        game: &mut Game,
        found: Found<Self::Api>,
    ) -> Turn {
        // The search's state stays where it is, of no use to any other position: its bytes are paid for, and the next search that
        // doesn't end in a call writes over them.
        let mv = self.play(id, owner, game, move_to_rules(found.answer.best));
        self.store_game(id, owner, game);
        if game.outcome() == Outcome::Ongoing {
            self.memory(id).set(found.memory);
        }
        let thinking = self.is_engine_to_move(owner, game);
        Turn::new(game.outcome().code(), thinking, parts(mv))
    }

    /// How the game stands, without a move of the engine.
    fn turn(&self, owner: &Owner<Self::Api>, game: &Game) -> Turn {
        let thinking = self.is_engine_to_move(owner, game);
        Turn::new(game.outcome().code(), thinking, [0; 3])
    }
}
